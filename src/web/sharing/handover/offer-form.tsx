import { useId, useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router'
import { exportMyData } from '../../lib/endpoints.ts'
import {
  GOES_ALONG,
  offerProject,
  TOLD_BY_HISTORY,
  type GoesAlong,
  type Goes,
} from '../../../shared/sharing/handover.api.ts'
import { hasAtMost, LIMITS } from '../../../shared/contract/limits.ts'
import { emailAddress } from '../../../shared/contract/text.ts'
import { atMost } from '../../../shared/contract/text-rules.ts'
import { call } from '../../lib/call.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { focusField } from '../../lib/focus/focus-field.ts'
import { useKeptDraft } from '../../lib/forms/kept-draft.ts'
import { useFirstFocus } from '../../lib/focus/use-first-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DraftNote } from '../../ui/forms/draft-note.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useUnsavedGuard } from '../../lib/forms/unsaved-guard.ts'
import styles from './handover.module.css'
import { labelOf, lossesOf } from './in-words.ts'
import type { CreatedOffer } from './pending-offer.tsx'

interface OfferFormProps {
  projectID: number
  has: Readonly<Record<GoesAlong, number>>
  invitations: number
  onOffered: (made: CreatedOffer) => void
}

/** Members and links are off by default: the recipient is unknown, so the user has to choose who keeps access. */
const DEFAULTS: Goes = { notes: true, files: true, history: true, members: false, links: false }

/** History can be included only together with everything it mentions. */
const canInclude = (part: GoesAlong, goes: Goes): boolean =>
  part !== 'history' || TOLD_BY_HISTORY.every((told) => goes[told])

export const OfferForm = ({ projectID, has, invitations, onOffered }: OfferFormProps) => {
  const helpID = useId()
  const form = useRef<HTMLFormElement>(null)
  useFirstFocus({ ref: form }, 'email')
  const [email, setEmail] = useState('')
  const [word, setWord] = useState('')
  const [chosen, setChosen] = useState(DEFAULTS)
  const [stays, setStays] = useState(false)
  const [wrong, setWrong] = useState<Readonly<Record<string, string | undefined>>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [offered, setOffered] = useState(false)
  const unsaved = !offered && (email !== '' || word !== '')
  useUnsavedGuard(unsaved)
  const draft = useKeptDraft('offer', unsaved ? { email, word, chosen, stays } : undefined, {
    restore: (kept) => {
      setEmail(kept.email)
      setWord(kept.word)
      setChosen(kept.chosen)
      setStays(kept.stays)
    },
    discard: () => {
      setEmail('')
      setWord('')
    },
  })
  const goes: Goes = { ...chosen, history: chosen.history && canInclude('history', chosen) }

  const send = async () => {
    setBusy(true)
    try {
      const made = await call(offerProject, { body: { projectID, email, word, goes, stays } })
      setOffered(true)
      onOffered(made)
    } catch (error) {
      if (error instanceof ApiError && error.fields['email'] !== undefined) setWrong(error.fields)
      else {
        const asIs = (text: string) => text
        setFailure(sentence(error, { 409: asIs, 429: asIs, other: 'Unable to offer the project' }))
      }
    } finally {
      setBusy(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const problems = {
      email: emailAddress.safeParse(email).error?.issues[0]?.message,
      word: hasAtMost(word, LIMITS.offerWord) ? undefined : atMost(LIMITS.offerWord),
    }
    setWrong(problems)
    setFailure(undefined)
    if (problems.email !== undefined) focusField({ ref: form }, 'email')
    else if (problems.word !== undefined) focusField({ ref: form }, 'word')
    else void send()
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <DraftNote draft={draft} />
      <Card>
        <CardBody>
          <div className="grid gap-16">
            <TextField
              label="New owner’s email"
              name="email"
              type="email"
              autoComplete="off"
              value={email}
              onChange={(text) => {
                setEmail(text)
                setWrong((before) => ({ ...before, email: undefined }))
              }}
              error={wrong['email']}
            />
            <TextArea
              label="Message"
              optional
              name="word"
              rows={3}
              max={LIMITS.offerWord}
              value={word}
              onChange={(text) => {
                setWord(text)
                setWrong((before) => ({ ...before, word: undefined }))
              }}
              error={wrong['word']}
            />
          </div>
        </CardBody>
        <CardBody>
          <fieldset className="grid shrink gap-4" aria-describedby={helpID}>
            <legend className="card-title-large">What to Include</legend>
            <p id={helpID} className="faint small">
              Rooms, items, and the trash are always included. Anything you leave out is permanently deleted when they
              accept.
            </p>
            {GOES_ALONG.map((part) => (
              <Checkbox
                key={part}
                label={labelOf(part, has[part])}
                name={part}
                checked={goes[part]}
                disabled={!canInclude(part, goes)}
                onChange={(does) => setChosen((before) => ({ ...before, [part]: does }))}
              />
            ))}
            {!canInclude('history', goes) && (
              <p className="faint small">To include history, include notes and files too.</p>
            )}
          </fieldset>
        </CardBody>
        <CardBody>
          <fieldset className="grid shrink gap-4">
            <legend className="card-title-large">Afterward</legend>
            <Checkbox label="Keep view-only access for me" name="stays" checked={stays} onChange={setStays} />
          </fieldset>
        </CardBody>
        <CardBody>
          <section className="grid gap-8" aria-labelledby={`${helpID}-then`}>
            <h2 id={`${helpID}-then`} className="card-title-large">
              When They Accept
            </h2>
            <ul className={styles.losses}>
              {lossesOf({ goes, has, invitations, stays }).map((loss) => (
                <li key={loss}>{loss}</li>
              ))}
            </ul>
            <p className="faint small">
              Nothing changes until then, and you can cancel at any time.{' '}
              <Link to={`${exportMyData.path}?projectID=${projectID}`} reloadDocument download>
                Download Project
              </Link>{' '}
              first if you want to keep a copy of everything.
            </p>
          </section>
        </CardBody>
        <FormFooter>
          <Button type="submit" kind="primary" busy={busy}>
            Send Offer
          </Button>
        </FormFooter>
      </Card>
    </form>
  )
}
