import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { sendTestMail } from '../../shared/admin/overview.api.ts'
import { call } from '../lib/call.ts'
import { NoResponse, asIs, sentence } from '../lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { createIcon } from '../ui/icons.tsx'
import { Message } from '../ui/message.tsx'

const IconMailForward = createIcon(
  'M12 18H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v7.5M3 6l9 6l9-6m-6 12h6m-3-3l3 3l-3 3',
)

/** Sends the admin a test mail and shows the mail server's answer. */
export const TestMail = () => {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [told, setTold] = useState<{ kind: 'success' | 'error'; text: string }>()

  const send = async () => {
    if (busy) return
    setBusy(true)
    setTold(undefined)
    try {
      const { sent, message } = await call(sendTestMail)
      setTold({ kind: sent ? 'success' : 'error', text: message })
      await revalidate()
    } catch (error) {
      setTold({ kind: 'error', text: sentence(error, { 409: asIs, other: 'Unable to send a test email' }) })
      if (!(error instanceof NoResponse)) void revalidate()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="row wrap mt-16 gap-16 tight">
      {told && (
        <div>
          <Message kind={told.kind}>{told.text}</Message>
        </div>
      )}
      <Button icon={<IconMailForward />} busy={busy} onClick={() => void send()}>
        Send Test Email
      </Button>
      <p className="faint small">Sends to your address and tells you right away whether it worked.</p>
    </div>
  )
}
