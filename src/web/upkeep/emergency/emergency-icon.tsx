import { useState } from 'react'
import type { Emergency } from '../../../shared/upkeep/emergency.api.ts'
import { fileAddress } from '../../attachments/file-address.ts'
import styles from './emergency.module.css'
import { IconBolt, IconDroplet, IconFlame, IconPhoneOutgoing, IconUrgent } from '../../ui/icons.tsx'

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
    <span className={styles.icon} aria-hidden="true">
      {picture !== null && !failed ? (
        <img
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
