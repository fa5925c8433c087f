import { tryAgain, useConnection } from '../connection.ts'
import { Button } from '../ui/button.tsx'
import { IconAlertCircle } from '../ui/icons.tsx'
import styles from './connection-line.module.css'

/** Says above the screen, which stays, that what was asked for waits for a server to answer. */
export const ConnectionLine = () => {
  const connection = useConnection()
  if (connection === 'fine') return null
  return (
    <section aria-label="Connection" className={styles.line}>
      <div className={styles.words}>
        <IconAlertCircle aria-hidden="true" />
        <p role="alert">No server response</p>
        <Button small busy={connection === 'trying'} onClick={tryAgain}>
          Try Again
        </Button>
      </div>
    </section>
  )
}
