import { Drawing } from './drawing.tsx'
import styles from './drawing.module.css'

export const NoRoomsDrawing = () => (
  <Drawing>
    <rect fill="var(--drawing-green)" x="24" y="22" width="108" height="126" opacity="0.45" />
    <path className={styles.dash} d="M132 20h106v130H132M132 92h106M186 92v58" />
    <path className={styles.wall} d="M132 108v42H22V20h110v48" />
    <path fill="var(--drawing-clay)" d="M132 108h40a40 40 0 0 0-40-40z" />
    <path className={styles.leaf} d="M132 108h40" />
    <path className={styles.swing} d="M172 108a40 40 0 0 0-40-40" />
    <path className={styles.opening} d="M54 20h44" />
    <path className={styles.fine} d="M54 17.6h44m0 4.8H54" />
  </Drawing>
)
