import { Drawing } from './drawing.tsx'
import styles from './drawing.module.css'

export const EmptyTrashDrawing = () => (
  <Drawing>
    <path className={styles.dash} d="M30 148V20h76v128" />
    <circle className={styles.fine} cx="94" cy="90" r="4" />
    <path className={styles.wall} d="M22 150h216" />
    <path fill="var(--drawing-shade)" d="M132 62h76l-11 86h-54z" />
    <path fill="var(--drawing-paper)" d="M132 62a38 9 0 0 1 76 0a38 9 0 0 1-76 0z" />
    <path className={styles.line} d="M132 62l11 86h54l11-86" />
    <path className={styles.line} d="M132 62a38 9 0 0 1 76 0a38 9 0 0 1-76 0z" />
    <path className={styles.fine} d="M138 104h64M150 72l6 72M170 74v72M190 72l-6 72" />
    <circle fill="var(--drawing-clay)" cx="224" cy="138" r="10" />
    <path className={styles.line} d="M214 138a10 10 0 1 0 20 0a10 10 0 1 0-20 0m4-4l6 5 3-6 4 8" />
  </Drawing>
)
