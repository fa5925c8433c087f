import { useId } from 'react'
import { Link } from 'react-router'
import { exportMyData } from '../../../shared/identity/account.api.ts'
import {
  HANDOVER_PARTS,
  offerProject,
  REVEALED_BY_HISTORY,
  type HandoverPart,
  type IncludedParts,
} from '../../../shared/sharing/handover.api.ts'
import { hasAtMost, LIMITS } from '../../../shared/contract/limits.ts'
import { emailAddress } from '../../../shared/contract/text.ts'
import { atMost } from '../../../shared/contract/text-rules.ts'
import { call } from '../../lib/call.ts'
import { asIs } from '../../lib/errors.ts'
import { unlessAt, useForm } from '../../lib/forms/use-form.ts'
import { useFirstFocus } from '../../lib/focus/use-first-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './handover.module.css'
import { labelOf, lossesOf } from './in-words.ts'
import type { CreatedOffer } from './pending-offer.tsx'

interface OfferFormProps {
  projectID: number
  has: Readonly<Record<HandoverPart, number>>
  invitations: number
  onOffered: (made: CreatedOffer) => void
}

/** Members and links are off by default: the recipient is unknown, so the user has to choose who keeps access. */
const DEFAULTS: IncludedParts = { notes: true, files: true, history: true, members: false, links: false }

/** History can be included only together with everything it mentions. */
const canInclude = (part: HandoverPart, goes: IncludedParts): boolean =>
  part !== 'history' || REVEALED_BY_HISTORY.every((told) => goes[told])

const problemsOf = ({ email, word }: { email: string; word: string }) => ({
  email: emailAddress.safeParse(email).error?.issues[0]?.message,
  word: hasAtMost(word, LIMITS.offerWord) ? undefined : atMost(LIMITS.offerWord),
})

export const OfferForm = ({ projectID, has, invitations, onOffered }: OfferFormProps) => {
  const helpID = useId()
  const form = useForm({ email: '', word: '', chosen: DEFAULTS, stays: false }, problemsOf, 'enters', 'offer')
  useFirstFocus(form, 'email')
  const { field, put, values } = form
  const { chosen, stays } = values
  const goes: IncludedParts = { ...chosen, history: chosen.history && canInclude('history', chosen) }

  const send = async () => {
    onOffered(await call(offerProject, { body: { projectID, email: values.email, word: values.word, goes, stays } }))
    return {}
  }
  const failureOf = unlessAt('email', { 409: asIs, 429: asIs, other: 'Unable to offer the project' })

  return (
    <Form form={form} guarded onSubmit={() => form.submit('offer', send, failureOf)}>
      <Card>
        <CardBody>
          <div className="grid gap-16">
            <TextField label="New owner’s email" type="email" autoComplete="off" {...field('email')} />
            <TextArea label="Message" optional rows={3} max={LIMITS.offerWord} {...field('word')} />
          </div>
        </CardBody>
        <CardBody>
          <fieldset className="grid shrink gap-4" aria-describedby={helpID}>
            <legend className="card-title-large">What to Include</legend>
            <p id={helpID} className="faint small">
              Rooms, items, and the trash are always included. Anything you leave out is permanently deleted when they
              accept.
            </p>
            {HANDOVER_PARTS.map((part) => (
              <Checkbox
                key={part}
                label={labelOf(part, has[part])}
                name={part}
                checked={goes[part]}
                disabled={!canInclude(part, goes)}
                onChange={(does) => put({ chosen: { ...chosen, [part]: does } })}
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
            <Checkbox
              label="Keep view-only access for me"
              name="stays"
              checked={stays}
              onChange={(keeps) => put({ stays: keeps })}
            />
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
          <Button type="submit" kind="primary" busy={form.busy}>
            Send Offer
          </Button>
        </FormFooter>
      </Card>
    </Form>
  )
}
