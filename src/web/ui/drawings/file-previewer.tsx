import { Drawing } from './drawing.tsx'
import styles from './drawing.module.css'

export const FilePreviewerDrawing = () => (
  <Drawing>
    <g transform="rotate(-4 100 90)">
      <path fill="var(--drawing-paper)" d="M54 14h68l26 26v116H54z" />
      <path className={styles.line} d="M54 14h68l26 26v116H54zM122 14v26h26" />
      <path className={styles.fine} d="M70 62h60M70 76h60M70 90h44" />
      <path className={styles.dash} d="M70 108h60v32H70z" />
    </g>
    <g transform="rotate(5 178 106)">
      <rect fill="var(--drawing-paper)" x="128" y="66" width="100" height="78" rx="3" />
      <rect fill="var(--drawing-shade)" x="136" y="74" width="84" height="54" />
      <path fill="var(--drawing-green)" d="M136 128l26-30 18 18 14-12 26 24z" />
      <circle fill="var(--drawing-ochre)" cx="200" cy="90" r="7" />
      <rect className={styles.line} x="128" y="66" width="100" height="78" rx="3" />
      <rect className={styles.fine} x="136" y="74" width="84" height="54" />
    </g>
  </Drawing>
)
