import { useState } from 'react'
import { isSameEmail, type MyAccount } from '../../../shared/identity/account.api.ts'
import { takeProviderEmail, unlinkProvider } from '../../../shared/identity/openid-connect.api.ts'
import { call } from '../../lib/call.ts'
import { asIs, sentence } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../lib/toasts.ts'
import { PasswordDialog } from '../account/password-dialog.tsx'

const nameOf = (issuer: string) => new URL(issuer).host

interface MyProvidersProps {
  username: string
  email: string
  onMoved: (email: string) => void
  loaded: MyAccount['providers']
}

/** The section of My Account; nothing for accounts without a login provider. */
export const MyProviders = ({ username, email: own, onMoved, loaded }: MyProvidersProps) => {
  const [providers, setProviders] = useState(loaded)
  const [removing, setRemoving] = useState<string>()

  const remove = async (issuer: string, { currentPass }: { currentPass: string }) => {
    const answered = await call(unlinkProvider, { body: { issuer, currentPass } })
    setRemoving(undefined)
    setProviders((all) => all.filter((each) => each.issuer !== issuer))
    toast({ kind: 'success', text: answered.message })
    return answered
  }

  const take = async (issuer: string) => {
    try {
      const { message, email } = await call(takeProviderEmail, { body: { issuer } })
      onMoved(email)
      toast({ kind: 'success', text: message })
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, { 409: asIs, 429: asIs, other: 'Couldn’t change your email' }) })
    }
  }

  if (loaded.length === 0) return null
  return (
    <FormSection title="Login Providers" help="Other accounts that log you in here.">
      {providers.length === 0 && <p className="faint">No providers.</p>}
      <ul aria-label="Login providers" className="sheet ruled">
        {providers.map(({ issuer, since, email }) => (
          <li key={issuer} className="row wrap gap-12 pad">
            <div className="grow">
              <p>{nameOf(issuer)}</p>
              <p className="faint small">
                Connected <Time at={since} />
              </p>
              {email !== null && !isSameEmail(email, own) && (
                <>
                  <p className="small">Your email address there is now {email}.</p>
                  <Button small onClick={() => void take(issuer)}>
                    Use This Address Here
                  </Button>
                </>
              )}
            </div>
            <Button small aria-label={`Disconnect ${nameOf(issuer)}`} onClick={() => setRemoving(issuer)}>
              Disconnect
            </Button>
          </li>
        ))}
      </ul>
      {removing !== undefined && (
        <PasswordDialog
          title={`Disconnect ${nameOf(removing)}?`}
          username={username}
          safe="Keep"
          act="Disconnect"
          failurePrefix="Unable to disconnect"
          kind="danger-filled"
          send={(body) => remove(removing, body)}
          onCancel={() => setRemoving(undefined)}
        >
          It will no longer log you in. Enter your password here; if you never set one, use Forgot Password first.
        </PasswordDialog>
      )}
    </FormSection>
  )
}
