import { Drawing } from './drawing.tsx'
import styles from './drawing.module.css'

export const EmptyRoomDrawing = () => (
  <Drawing>
    <rect fill="var(--drawing-shade)" x="20" y="14" width="220" height="142" rx="5" />
    <rect className={styles.dash} x="38" y="32" width="56" height="56" rx="3" />
    <rect fill="var(--drawing-green)" x="106" y="32" width="44" height="44" rx="3" />
    <rect className={styles.line} x="106" y="32" width="44" height="44" rx="3" />
    <rect className={styles.dash} x="166" y="36" width="58" height="38" rx="3" />
    <rect className={styles.dash} x="40" y="102" width="72" height="36" rx="3" />
    <g transform="rotate(-5 153 115)">
      <rect fill="var(--drawing-clay)" x="128" y="92" width="50" height="46" rx="3" />
      <rect className={styles.line} x="128" y="92" width="50" height="46" rx="3" />
    </g>
    <circle fill="var(--drawing-ochre)" cx="205" cy="114" r="18" />
    <circle className={styles.line} cx="205" cy="114" r="18" />
    <circle className={styles.fine} cx="205" cy="114" r="11" />
  </Drawing>
)
