import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { includedInWords, offerProject, cancelOffer, type PendingOffer } from '../../../shared/sharing/handover.api.ts'
import { call } from '../../lib/call.ts'
import { asIs, sentence } from '../../lib/errors.ts'
import { LinkToCopy } from '../members/link-to-copy.tsx'
import { Day } from '../members/day.tsx'
import { mailingInWords } from '../members/mailing-in-words.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { toast } from '../../lib/toasts.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './handover.module.css'

/** The server's answer when the offer was made on this page. */
export interface CreatedOffer {
  link: string
  mailed: boolean
  unconfirmed: boolean
}

interface PendingOfferProps {
  projectID: number
  offer: PendingOffer
  made: CreatedOffer | undefined
  onMade: (made: CreatedOffer) => void
  onTakenBack: () => void
}

export const PendingOfferPart = ({ projectID, offer, made, onMade, onTakenBack }: PendingOfferProps) => {
  const { expiresAt, ...offered } = offer
  const { email, word, goes, stays } = offered
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState<'again' | 'back'>()
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()

  const act = async (what: 'again' | 'back', words: string, work: () => Promise<void>) => {
    if (busy !== undefined) return
    setBusy(what)
    setFailure(undefined)
    try {
      await work()
    } catch (error) {
      setFailure(sentence(error, { 404: 'It no longer exists', 409: asIs, 429: asIs, other: words }))
    } finally {
      setBusy(undefined)
      void revalidate()
    }
  }
  const cancel = () =>
    act('back', 'Couldn’t cancel the offer', async () => {
      const { message } = await call(cancelOffer, { query: { projectID } })
      onTakenBack()
      toast({ kind: 'success', text: message })
    })
  const again = () =>
    act('again', 'Unable to make a new link', async () => {
      onMade(await call(offerProject, { body: { projectID, ...offered } }))
    })

  return (
    <>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {made && <Message kind="success">{mailingInWords({ email, ...made })}</Message>}
      <Card>
        <CardBody>
          <h2 className="card-title-large mb-8">{`Offered to ${email}`}</h2>
          <p>
            Waiting for a reply. The offer expires <Day at={expiresAt} />.
          </p>
          <p>
            {`They’ll get ${includedInWords(goes)}. ${stays ? 'You can still view it afterward.' : 'You won’t have access afterward.'}`}
          </p>
          {word !== '' && (
            <p className={classNames('prewrap mt-12', styles.word)} dir="auto">
              {word}
            </p>
          )}
          <div className="row gap-8 mt-16 measure">
            {made ? (
              <LinkToCopy label={`Link for ${email}`} link={made.link} />
            ) : (
              <Button small busy={busy === 'again'} onClick={() => void again()}>
                New Link
              </Button>
            )}
          </div>
        </CardBody>
        <FormFooter>
          <Button kind="danger" busy={busy === 'back'} onClick={() => setAsking(true)}>
            Cancel Offer
          </Button>
        </FormFooter>
      </Card>
      <ConfirmDialog
        open={asking}
        title="Cancel This Offer?"
        safeLabel="Keep It"
        destructiveLabel="Cancel Offer"
        onSafe={() => setAsking(false)}
        onDestructive={() => {
          setAsking(false)
          void cancel()
        }}
      >
        {`The link you sent to ${email} will stop working.`}
      </ConfirmDialog>
    </>
  )
}
