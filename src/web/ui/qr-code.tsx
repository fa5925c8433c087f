import { encode } from 'uqr'
import { classNames } from './class-names.ts'
import styles from './qr-code.module.css'

/** The margin that the QR standard requires, in modules. */
const QUIET_ZONE = 4

/** A QR code of an address, in black on white in both schemes, as large as its container. */
export const QRCode = ({ address, label }: { address: string; label: string }) => {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classNames('full block', styles.code)}
    >
      <path fill="var(--code-ground)" d={`M0 0h${size}v${size}H0z`} />
      <path fill="var(--code-ink)" d={dark.join('')} />
    </svg>
  )
}
