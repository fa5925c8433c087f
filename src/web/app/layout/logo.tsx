/** An R drawn in plan: the walls of a room, its door, and the swing of the door. */
export const Logo = () => (
  <svg width="26" height="30" viewBox="0 0 24 30" fill="none" aria-hidden="true">
    <path fill="var(--logo-swing)" d="M3 14.5h18a18 18 0 0 1-5.27 12.73z" />
    <path stroke="var(--primary)" strokeWidth="3" d="M3 27.2V1.5h18v13M3 14.5l12.73 12.73" />
  </svg>
)
