import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'
import { getSite } from '../../../shared/admin/site.api.ts'
import { call } from '../../lib/call.ts'
import { useSignIn } from '../../lib/sign-in.ts'
import { tryAgain, useConnection } from '../../lib/query-client.ts'
import { useWaitingSave } from '../../lib/forms/waiting-save.ts'
import { PUBLIC_PATH } from '../../lib/public-path.ts'
import { hasUnsaved } from '../../lib/forms/ask-before-unload.ts'
import { Button } from '../../ui/button.tsx'
import { IconAlertCircle } from '../../ui/icons.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './connection-line.module.css'

/** Shown above the screen while requests wait for the server or for a sign-in. */
export const ConnectionLine = () => {
  const connection = useConnection()
  const asksToSignIn = useSignIn()
  const save = useWaitingSave()
  const next = useNavigation().location
  useEffect(() => {
    if (!asksToSignIn) return
    // The user may return from the tab where they signed in.
    const look = () => void call(getSite).then(tryAgain, () => undefined)
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [asksToSignIn])
  if (connection === 'fine' && !asksToSignIn && !save) return null
  const signIn = () => {
    // Reloading leads to the sign-in and back.
    if (hasUnsaved()) open(`${PUBLIC_PATH}/`, '_blank', 'noopener')
    else if (next) location.assign(createPath(next))
    else location.reload()
  }
  return (
    <section aria-label="Connection" className={classNames('danger-soft no-print', styles.line)}>
      <div className={classNames('row strong gap-12', styles.words)}>
        <IconAlertCircle aria-hidden="true" />
        {/* The form has alerted already. */}
        <p className="grow" role={save ? 'status' : 'alert'}>
          {asksToSignIn
            ? 'Your network asks you to log in before you can reach Roomfolio'
            : save
              ? 'Not saved yet. Trying again…'
              : 'No server response'}
        </p>
        {asksToSignIn ? (
          <Button small onClick={signIn}>
            Log In
          </Button>
        ) : (
          <Button small busy={connection === 'trying'} onClick={() => (save ? save.tryNow() : tryAgain())}>
            Try Again
          </Button>
        )}
      </div>
    </section>
  )
}
