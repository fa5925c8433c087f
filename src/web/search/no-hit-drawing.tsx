import styles from '../ui/drawings/drawing.module.css'

export const NoHitDrawing = () => (
  <svg width="120" viewBox="0 0 120 78" aria-hidden="true">
    <path className={styles.dash} d="M5 9h46v60H5z" />
    <path fill="var(--drawing-green)" d="M33 4h47v47H33z" />
    <path fill="var(--drawing-paper)" d="M33 51h47v14H33z" />
    <path className={styles.line} d="M33 4h47v61H33zM33 51h47" />
    <circle fill="var(--drawing-paper)" cx="85" cy="46" r="20" />
    <circle className={styles.line} cx="85" cy="46" r="20" />
    <path className={styles.leaf} d="m100 60 17 14" />
  </svg>
)
