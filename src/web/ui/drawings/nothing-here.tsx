import { Drawing } from './drawing.tsx'
import styles from './drawing.module.css'

export const NothingHereDrawing = () => (
  <Drawing>
    <path className={styles.dash} d="M150 20h88v130h-88M150 92h88" />
    <path className={styles.wall} d="M150 100v50H22V20h128v40" />
    <path fill="var(--drawing-green)" d="M150 100h-40a40 40 0 0 1 40-40z" />
    <path className={styles.leaf} d="M150 100h-40" />
    <path className={styles.swing} d="M110 100a40 40 0 0 1 40-40" />
    <path className={styles.opening} d="M56 20h44" />
    <path className={styles.fine} d="M56 17.6h44m0 4.8H56" />
  </Drawing>
)
