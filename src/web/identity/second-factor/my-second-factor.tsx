import { useState } from 'react'
import type { MyAccount } from '../../../shared/identity/account.api.ts'
import { deviceName } from '../../../shared/identity/device.ts'
import { forgetDevices, renewRecoveryCodes, turnOffSecondFactor } from '../../../shared/identity/second-factor.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { counted } from '../../lib/pluralize.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Time } from '../../ui/time.tsx'
import { toast } from '../../lib/toasts.ts'
import { CodeDialog } from './code-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface MySecondFactorProps {
  loaded: MyAccount['secondFactor']
  remembered: MyAccount['rememberedDevices']
}

/** The section of My Account. */
export const MySecondFactor = ({ loaded, remembered }: MySecondFactorProps) => {
  const [factor, setFactor] = useState(loaded)
  const [devices, setDevices] = useState(remembered)
  const [asking, setAsking] = useState<'off' | 'codes'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const close = () => setAsking(undefined)

  const turnOff = async (code: string) => {
    const { message } = await call(turnOffSecondFactor, { body: { code } })
    close()
    setFactor(null)
    setDevices([])
    toast({ kind: 'success', text: message })
  }

  const renew = async (code: string) => {
    const { recoveryCodes } = await call(renewRecoveryCodes, { body: { code } })
    close()
    setCodes(recoveryCodes)
    setDevices([])
    if (factor) setFactor({ ...factor, recoveryCodesLeft: recoveryCodes.length })
  }

  const forget = async () => {
    try {
      const { message } = await call(forgetDevices)
      setDevices([])
      toast({ kind: 'success', text: message })
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, { other: 'Couldn’t forget the devices' }) })
    }
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
          {devices.length > 0 && (
            <>
              <p className="faint small mt-24">These devices log in without a code:</p>
              <ul aria-label="Remembered Devices" className="sheet ruled">
                {devices.map(({ userAgent, expiresAt }, at) => (
                  <li key={at} className="pad">
                    <p>{deviceName(userAgent)}</p>
                    <p className="faint small">
                      Remembered until <Time at={expiresAt} />
                    </p>
                  </li>
                ))}
              </ul>
              <div className="row wrap gap-8 mt-24 wide-buttons">
                <Button onClick={() => void forget()}>Forget These Devices</Button>
              </div>
            </>
          )}
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
          Your earlier recovery codes stop working, and every device asks for a code again.
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
