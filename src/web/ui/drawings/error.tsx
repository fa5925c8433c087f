import { Drawing } from './drawing.tsx'
import styles from './drawing.module.css'

export const ErrorDrawing = () => (
  <Drawing>
    <g transform="rotate(-3 80 90)">
      <path fill="var(--drawing-paper)" d="M30 22h92l-9 22 13 20-14 24 12 22-10 20 6 18H30z" />
      <path className={styles.line} d="M30 22h92l-9 22 13 20-14 24 12 22-10 20 6 18H30z" />
      <path className={styles.dash} d="M98 46H52v78h46M52 88h46" />
    </g>
    <g transform="rotate(4 180 90)">
      <path fill="var(--drawing-paper)" d="M140 22h90v126h-92l-6-18 10-20-12-22 14-24-13-20z" />
      <path className={styles.line} d="M140 22h90v126h-92l-6-18 10-20-12-22 14-24-13-20z" />
      <path className={styles.dash} d="M162 46h46v78h-46M162 88h46" />
      <path fill="var(--drawing-clay)" d="M208 124h-34a34 34 0 0 1 34-34z" />
      <path className={styles.line} d="M208 90v34h-34a34 34 0 0 1 34-34" />
    </g>
  </Drawing>
)
