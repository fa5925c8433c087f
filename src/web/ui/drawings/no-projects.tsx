import { Drawing } from './drawing.tsx'
import styles from './drawing.module.css'

export const NoProjectsDrawing = () => (
  <Drawing>
    <rect fill="var(--drawing-shade)" x="38" y="18" width="184" height="134" rx="4" />
    <rect fill="var(--drawing-paper)" x="30" y="12" width="184" height="134" rx="4" />
    <rect className={styles.line} x="30" y="12" width="184" height="134" rx="4" />
    <path className={styles.dash} d="M54 36h136v86H54zM122 36v50M54 86h136" />
    <path fill="var(--drawing-clay)" d="M146 122a34 34 0 0 1 34-34v34z" />
    <path className={styles.line} d="M180 122V88a34 34 0 0 0-34 34" />
    <path fill="var(--drawing-ochre)" d="M206 158l34-62 9 5-34 62-10 5z" />
    <path className={styles.line} d="M206 158l34-62 9 5-34 62-10 5zM236 103l9 5" />
  </Drawing>
)
