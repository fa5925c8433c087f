import { useState } from 'react'
import type { MyAccount } from '../../../shared/identity/account.api.ts'
import { renewRecoveryCodes, turnOffSecondFactor } from '../../../shared/identity/second-factor.api.ts'
import { call } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { counted } from '../../lib/pluralize.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../lib/toasts.ts'
import { CodeDialog } from './code-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** The section of My Account. */
export const MySecondFactor = ({ loaded }: { loaded: MyAccount['secondFactor'] }) => {
  const [factor, setFactor] = useState(loaded)
  const [asking, setAsking] = useState<'off' | 'codes'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setAsking(undefined)

  const turnOff = async (code: string) => {
    const { message } = await call(turnOffSecondFactor, { body: { code } })
    close()
    setFactor(null)
    toast({ kind: 'success', text: message })
  }

  const renew = async (code: string) => {
    const { recoveryCodes } = await call(renewRecoveryCodes, { body: { code } })
    close()
    setCodes(recoveryCodes)
    if (factor) setFactor({ ...factor, recoveryCodesLeft: recoveryCodes.length })
  }

  return (
    <FormSection title="Second Factor" help="Besides your password, logging in takes a code from an app on your phone.">
      {factor ? (
        <>
          <p className="faint small">
            On since <Time at={factor.since} />. You have {counted(factor.recoveryCodesLeft, 'recovery code')} left.
          </p>
          <div className="row wrap gap-8 mt-24 wide-buttons">
            <Button onClick={() => setAsking('codes')}>New Recovery Codes</Button>
            <Button onClick={() => setAsking('off')}>Turn Off</Button>
          </div>
        </>
      ) : (
        <div className="row wrap gap-8 wide-buttons">
          <LinkButton to={paths.secondFactor()} state={{ from: paths.account() }}>
            Set Up Second Factor
          </LinkButton>
        </div>
      )}
      {asking === 'codes' && (
        <CodeDialog
          title="Make New Recovery Codes?"
          act="Make New Codes"
          kind="primary"
          failure="Couldn’t make new codes"
          send={renew}
          onCancel={close}
        >
          Your earlier recovery codes stop working.
        </CodeDialog>
      )}
      {asking === 'off' && (
        <CodeDialog
          title="Turn Off the Second Factor?"
          act="Turn Off"
          kind="danger-filled"
          failure="Couldn’t turn it off"
          send={turnOff}
          onCancel={close}
        >
          Your password alone will log you in. The recovery codes stop working.
        </CodeDialog>
      )}
      {codes && (
        <Dialog
          title="New Recovery Codes"
          open
          onClose={() => setCodes(undefined)}
          actions={
            <Button kind="primary" onClick={() => setCodes(undefined)}>
              I’ve Saved Them
            </Button>
          }
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </FormSection>
  )
}
