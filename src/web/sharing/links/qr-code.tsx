import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** What the standard asks for around a code, in modules. */
const QUIET_ZONE = 4

/** A code that opens an address, in ink on white whatever the scheme. It is as large as what is around it. */
export const QRCode = ({ address, label }: { address: string; label: string }) => {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path className={styles.ground} d={`M0 0h${size}v${size}H0z`} />
      <path className={styles.ink} d={dark.join('')} />
    </svg>
  )
}
