import { IconAlertCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { emergencyPath } from './emergency-path.ts'
import styles from './emergency.module.css'

/** For whoever scanned the code of a room, and needs the whole home now. */
export const EmergencyLink = ({ projectID }: { projectID: number }) => (
  <p className={styles.foot}>
    <Link to={emergencyPath(projectID)}>
      <IconAlertCircle aria-hidden="true" />
      In an Emergency
    </Link>
  </p>
)
