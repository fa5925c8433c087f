import styles from './logo.module.css'

/** An R drawn in plan: the walls of a room, its door, and the swing of the door. */
export const Logo = () => (
  <svg className={styles.logo} viewBox="0 0 24 30" aria-hidden="true">
    <path className={styles.swing} d="M3 14.5h18a18 18 0 0 1-5.27 12.73z" />
    <path className={styles.walls} d="M3 27.2V1.5h18v13M3 14.5l12.73 12.73" />
  </svg>
)
