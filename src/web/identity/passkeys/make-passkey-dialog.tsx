import { startRegistration, type PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState } from 'react'
import type { MyPasskey } from '../../../shared/identity/my-passkey.ts'
import { savePasskey } from '../../../shared/identity/passkeys.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, NoResponse, sentence } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Message } from '../../ui/message.tsx'
import { deviceName } from '../../../shared/identity/device.ts'
import { isCanceled } from './is-canceled.ts'

interface MakePasskeyDialogProps {
  options: PublicKeyCredentialCreationOptionsJSON
  onClose: () => void
  onMade: (passkey: MyPasskey) => void
}

const failureOf = (error: unknown): string | undefined => {
  if (error instanceof ApiError || error instanceof NoResponse)
    return sentence(error, { other: 'Unable to add the passkey. Close this and try again' })
  // Browsers report the same for a cancel and for a device or password manager that can't.
  if (error instanceof Error && error.name === 'NotAllowedError')
    return 'No passkey was created. If you didn’t cancel, try another device or password manager'
  if (isCanceled(error)) return undefined
  return error instanceof Error && error.name === 'InvalidStateError'
    ? 'This device already has a passkey for your account'
    : 'This browser couldn’t create a passkey'
}

/** A dialog of its own, because browsers ask for a fingerprint only right after a press. */
export const MakePasskeyDialog = ({ options, onClose, onMade }: MakePasskeyDialogProps) => {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const make = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { id: handle, response } = await startRegistration({ optionsJSON: options })
      const { clientDataJSON, attestationObject, transports = [] } = response
      const credential = { handle, clientDataJSON, attestationObject, transports }
      onMade(await call(savePasskey, { body: { credential, name: deviceName(navigator.userAgent) } }))
    } catch (error) {
      console.warn(error)
      setFailure(failureOf(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="Create Passkey"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" busy={busy} data-takes-focus onClick={() => void make()}>
            Create Passkey
          </Button>
        </>
      }
    >
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <p>Your browser asks for your fingerprint, your face, or a PIN and keeps the passkey.</p>
    </Dialog>
  )
}
