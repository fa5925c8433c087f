import { useState } from 'react'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { MyPasskey } from '../../../shared/identity/my-passkey.ts'
import { askToAddPasskey, removePasskey } from '../../../shared/identity/passkeys.api.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../lib/toasts.ts'
import { PasswordDialog } from '../account/password-dialog.tsx'
import { MakePasskeyDialog } from './make-passkey-dialog.tsx'

/** Browsers make passkeys for names alone, under https or on this computer. */
const isPossible = () => isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)

interface MyPasskeysProps {
  username: string
  loaded: readonly MyPasskey[]
}

/** The section of My Account. */
export const MyPasskeys = ({ username, loaded }: MyPasskeysProps) => {
  const [passkeys, setPasskeys] = useState(loaded)
  const [isAdding, setIsAdding] = useState(false)
  const [options, setOptions] = useState<PublicKeyCredentialCreationOptionsJSON>()
  const [removing, setRemoving] = useState<MyPasskey>()

  const ask = async (body: { currentPass: string }) => {
    const got = await call(askToAddPasskey, { body })
    setIsAdding(false)
    setOptions(got as unknown as PublicKeyCredentialCreationOptionsJSON)
    return { message: '' }
  }

  const remove = async ({ passkeyID }: MyPasskey, body: { currentPass: string }) => {
    const answered = await call(removePasskey, { query: { passkeyID }, body })
    setRemoving(undefined)
    setPasskeys((all) => all.filter((each) => each.passkeyID !== passkeyID))
    toast({ kind: 'success', text: answered.message })
    return answered
  }

  return (
    <FormSection
      title="Passkeys"
      help="Log in with your fingerprint, your face, or a PIN instead of your password. Remove any you don’t recognize. Changing your password doesn’t remove them."
    >
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="sheet ruled">
          {passkeys.map((passkey) => (
            <li key={passkey.passkeyID} className="row gap-12 pad">
              <div className="grow">
                <p>{passkey.name}</p>
                <p className="faint small">
                  Added <Time at={passkey.createdAt} />,{' '}
                  {passkey.lastUsedAt === null ? (
                    'not used yet'
                  ) : (
                    <>
                      last used <Time at={passkey.lastUsedAt} />
                    </>
                  )}
                </p>
              </div>
              <Button small aria-label={`Remove the Passkey of ${passkey.name}`} onClick={() => setRemoving(passkey)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isPossible() ? (
        <div className={classNames('row wrap gap-8 wide-buttons', passkeys.length > 0 && 'mt-24')}>
          <Button onClick={() => setIsAdding(true)}>Add Passkey</Button>
        </div>
      ) : (
        <p className="faint small">
          Passkeys only work at an https address with a name, such as https://homes.example.com. You opened{' '}
          {location.origin}.
        </p>
      )}
      {isAdding && (
        <PasswordDialog
          title="Add a Passkey?"
          username={username}
          safe="Cancel"
          act="Continue"
          failurePrefix="Unable to add a passkey"
          kind="primary"
          send={ask}
          onCancel={() => setIsAdding(false)}
        >
          Enter your password first, so that no one else can add one.
        </PasswordDialog>
      )}
      {options && (
        <MakePasskeyDialog
          options={options}
          onClose={() => setOptions(undefined)}
          onMade={(made) => {
            setOptions(undefined)
            setPasskeys([...passkeys, made])
            toast({ kind: 'success', text: 'Passkey added' })
          }}
        />
      )}
      {removing && (
        <PasswordDialog
          title={`Remove the Passkey of ${removing.name}?`}
          username={username}
          safe="Keep Passkey"
          act="Remove Passkey"
          failurePrefix="Unable to remove the passkey"
          kind="danger-filled"
          send={(body) => remove(removing, body)}
          onCancel={() => setRemoving(undefined)}
        >
          It will no longer log you in. Your device may still offer it until you delete it there.
        </PasswordDialog>
      )}
    </FormSection>
  )
}
