import { useState } from 'react'
import { declineOffer } from '../../../shared/sharing/handover.api.ts'
import { call } from '../../lib/call.ts'
import { asIs, sentence } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../lib/toasts.ts'

interface DeclineOfferProps {
  token: string
  project: string
  onDeclined: () => void
  onFailure: (sentence: string | undefined) => void
}

export const DeclineOffer = ({ token, project, onDeclined, onFailure }: DeclineOfferProps) => {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)

  const decline = async () => {
    if (busy) return
    setBusy(true)
    onFailure(undefined)
    try {
      const { message } = await call(declineOffer, { body: { token } })
      toast({ kind: 'success', text: message })
      onDeclined()
    } catch (error) {
      onFailure(sentence(error, { 404: asIs, 409: asIs, 429: asIs, other: 'Unable to decline the offer' }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button busy={busy} onClick={() => setAsking(true)}>
        Decline
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Decline "${project}"?`}
        safeLabel="Cancel"
        destructiveLabel="Decline Offer"
        onSafe={() => setAsking(false)}
        onDestructive={() => {
          setAsking(false)
          void decline()
        }}
      >
        The link will stop working and we’ll let the sender know. They keep the project.
      </ConfirmDialog>
    </>
  )
}
