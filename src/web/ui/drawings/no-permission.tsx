import { Drawing } from './drawing.tsx'
import styles from './drawing.module.css'

export const NoPermissionDrawing = () => (
  <Drawing>
    <path className={styles.dash} d="M22 20h86v130H22z" />
    <rect fill="var(--drawing-shade)" x="108" y="20" width="130" height="130" />
    <path className={styles.wall} d="M108 62V20h130v130H108v-48" />
    <path className={styles.leaf} d="M108 62v40" />
    <path className={styles.opening} d="M152 20h44" />
    <path className={styles.fine} d="M152 17.6h44m0 4.8h-44" />
    <circle fill="var(--drawing-ochre)" cx="52" cy="84" r="15" />
    <circle className={styles.line} cx="52" cy="84" r="15" />
    <circle className={styles.fine} cx="46" cy="84" r="4" />
    <path className={styles.leaf} d="M67 84h24v9m-9-9v6" />
  </Drawing>
)
