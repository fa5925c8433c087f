import styles from './no-hit-drawing.module.css'

export const NoHitDrawing = () => (
  <svg className={styles.drawing} viewBox="0 0 120 78" aria-hidden="true">
    <path className={styles.dash} d="M5 9h46v60H5z" />
    <path className={styles.swatch} d="M33 4h47v47H33z" />
    <path className={styles.paper} d="M33 51h47v14H33z" />
    <circle className={styles.glass} cx="85" cy="46" r="20" />
    <path className={styles.handle} d="m100 60 17 14" />
  </svg>
)
