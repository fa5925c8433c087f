import { useState } from 'react'
import type { Emergency } from '../../../shared/structure/classification.ts'
import { fileAddress } from '../../lib/file-address.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './emergency.module.css'
import { IconDroplet, IconFlame, IconPhoneOutgoing, createIcon } from '../../ui/icons.tsx'

const IconBolt = createIcon('M13 3v7h6l-8 11v-7H5z')
const IconUrgent = createIcon(
  'M8 16v-4a4 4 0 0 1 8 0v4M3 12h1m8-9v1m8 8h1M5.6 5.6l.7.7m12.1-.7l-.7.7M6 17a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1z',
)

const ICONS = {
  valve: <IconDroplet />,
  panel: <IconBolt />,
  gas: <IconFlame />,
  alarm: <IconUrgent />,
  contact: <IconPhoneOutgoing />,
} satisfies Record<Emergency, unknown>

interface EmergencyIconProps {
  emergency: Emergency
  what: string
  /** The picture's `remote`. */
  picture: string | null
}

/** The item's picture, else an icon of what it serves: a gas valve has a flame. */
export const EmergencyIcon = ({ emergency, what, picture }: EmergencyIconProps) => {
  const [failed, setFailed] = useState(false)
  return (
    <span className={classNames('tile danger-soft', styles.icon)} aria-hidden="true">
      {picture !== null && !failed ? (
        <img
          className="picture"
          src={fileAddress({ remote: picture }, 'thumbnail')}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      ) : (
        ICONS[emergency === 'valve' && /\bgas\b/i.test(what) ? 'gas' : emergency]
      )}
    </span>
  )
}
