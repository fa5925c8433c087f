import { useRef, useState, type FormEvent } from 'react'
import { type Hides, type LinkScope, type Link, type listLinks, linkName } from '../../../shared/sharing/links.api.ts'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import { useKeptDraft } from '../../lib/forms/kept-draft.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNote } from '../../ui/forms/draft-note.tsx'
import { Message } from '../../ui/message.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useUnsavedGuard } from '../../lib/forms/unsaved-guard.ts'
import { dayOf, endOf } from '../../lib/days.ts'
import { HideChoices } from './hide-choices.tsx'
import { ScopeChoice, scopeOf, WHOLE } from './scope-choice.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './links.module.css'

export interface LinkInputs {
  name: string
  roomID?: number
  scope?: LinkScope
  endsAt: string | null
  hides: Hides
}

interface LinkFormProps extends Omit<ResponseOf<typeof listLinks>, 'links'> {
  /** The link to edit; undefined for a new one. */
  link: Link | undefined
  rooms: readonly RoomCard[]
  /** The server's errors by field. */
  errors: Readonly<Record<string, string | undefined>>
  busy: boolean
  onSave: (inputs: LinkInputs) => void
  onCancel: () => void
}

/** The name of a link, what it shows, when it expires, and what it hides. */
export const LinkForm = ({
  link,
  rooms,
  labels,
  categories,
  trades,
  errors,
  busy,
  onSave,
  onCancel,
}: LinkFormProps) => {
  const [name, setName] = useState(link?.name ?? '')
  const [chosen, setChosen] = useState(WHOLE)
  const [day, setDay] = useState(link?.endsAt ? dayOf(link.endsAt) : '')
  const [hides, setHides] = useState<Hides>(link?.hides ?? { notes: false, files: false, positions: true, labels: [] })
  const nameField = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<string>()
  const [noRooms, setNoRooms] = useState<string>()
  const typed = { name, chosen, day, hides }
  const [first] = useState(typed)
  const unsaved = JSON.stringify(typed) !== JSON.stringify(first)
  useUnsavedGuard(unsaved && !busy)
  const put = (texts: typeof typed) => {
    setName(texts.name)
    setChosen(texts.chosen)
    setDay(texts.day)
    setHides(texts.hides)
  }
  const draft = useKeptDraft(link ? `link-${link.linkID}` : 'new-link', unsaved ? typed : undefined, {
    restore: put,
    discard: () => put(first),
    baseOf: () => first,
  })
  const { name: wrongName, endsAt: wrongEnd, scope: wrongScope, ...others } = errors
  const whatElse = Object.values(others).filter((sentence) => sentence !== undefined)

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const parsed = linkName.safeParse(name)
    setMissing(parsed.success ? undefined : parsed.error.issues[0]?.message)
    if (!parsed.success) {
      nameField.current?.focus()
      return
    }
    const { scope } = scopeOf(chosen)
    const isMissing = !link && scope?.rooms?.length === 0
    setNoRooms(isMissing ? 'Choose at least one room.' : undefined)
    if (isMissing) return
    const isSameDay = link?.endsAt && dayOf(link.endsAt) === day
    const endsAt = day === '' ? null : isSameDay ? link.endsAt : endOf(day)
    onSave({ name: parsed.data, endsAt, hides, ...(!link && scopeOf(chosen)) })
  }

  return (
    <Card>
      <CardBody>
        <DraftNote draft={draft} />
        {whatElse.length > 0 && <Message kind="error">{whatElse.join(' ')}</Message>}
        <form noValidate aria-label={link ? `Change ${link.name}` : 'New Link'} className="grid gap-12" onSubmit={save}>
          <TextField
            ref={nameField}
            label="Name"
            name="name"
            hint="Just for you, e.g. Painter, hall"
            autoComplete="off"
            autoFocus
            value={name}
            onChange={setName}
            error={missing ?? wrongName}
          />
          {!link && (
            <ScopeChoice
              {...{ rooms, categories, trades }}
              chosen={chosen}
              onChange={setChosen}
              error={noRooms ?? wrongScope}
            />
          )}
          <TextField
            label="Expires"
            optional
            name="endsAt"
            type="date"
            value={day}
            onChange={setDay}
            error={wrongEnd}
          />
          <HideChoices labels={labels} hides={hides} onChange={setHides} />
          <div className={classNames('flex wrap gap-8 mt-8', styles.actions)}>
            <Button type="submit" kind="primary" busy={busy}>
              {link ? 'Update Link' : 'Create Link'}
            </Button>
            <Button onClick={onCancel}>Cancel</Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
