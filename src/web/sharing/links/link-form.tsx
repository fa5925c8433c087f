import { Fragment, useState, type FormEvent } from 'react'
import type { Hides, LabelToHide, Link } from '../../../shared/sharing/links.api.ts'
import { linkName } from '../../../shared/sharing/links.api.ts'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import { useKeptDraft } from '../../lib/kept-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DraftNote } from '../../ui/draft-note.tsx'
import { Message } from '../../ui/message.tsx'
import { Select } from '../../ui/select.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useUnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { dayOf, endOf } from './days.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './links.module.css'

export interface LinkInputs {
  name: string
  roomID: number | null
  endsAt: string | null
  hides: Hides
}

interface LinkFormProps {
  /** The link to edit; undefined for a new one. */
  link: Link | undefined
  rooms: readonly RoomCard[]
  labels: readonly LabelToHide[]
  /** The server's errors by field. */
  errors: Readonly<Record<string, string | undefined>>
  busy: boolean
  onSave: (inputs: LinkInputs) => void
  onCancel: () => void
}

/** The name of a link, what it shows, when it expires, and what it hides. */
export const LinkForm = ({ link, rooms, labels, errors, busy, onSave, onCancel }: LinkFormProps) => {
  const [name, setName] = useState(link?.name ?? '')
  const [roomID, setRoomID] = useState('')
  const [day, setDay] = useState(link?.endsAt ? dayOf(link.endsAt) : '')
  const [hides, setHides] = useState<Hides>(link?.hides ?? { notes: false, files: false, positions: true, labels: [] })
  const [missing, setMissing] = useState<string>()
  const typed = { name, roomID, day, hides }
  const [first] = useState(typed)
  const unsaved = JSON.stringify(typed) !== JSON.stringify(first)
  useUnsavedGuard(unsaved && !busy)
  const put = (texts: typeof typed) => {
    setName(texts.name)
    setRoomID(texts.roomID)
    setDay(texts.day)
    setHides(texts.hides)
  }
  const draft = useKeptDraft(link ? `link-${link.linkID}` : 'new-link', unsaved ? typed : undefined, {
    restore: put,
    discard: () => put(first),
    baseOf: () => first,
  })
  const { name: wrongName, endsAt: wrongEnd, ...others } = errors
  const whatElse = Object.values(others).filter((sentence) => sentence !== undefined)

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const parsed = linkName.safeParse(name)
    setMissing(parsed.success ? undefined : parsed.error.issues[0]?.message)
    if (!parsed.success) {
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    const isSameDay = link?.endsAt && dayOf(link.endsAt) === day
    const endsAt = day === '' ? null : isSameDay ? link.endsAt : endOf(day)
    onSave({ name: parsed.data, roomID: roomID === '' ? null : Number(roomID), endsAt, hides })
  }
  const hideLabel = (propID: number, isHidden: boolean) =>
    setHides((before) => ({
      ...before,
      labels: isHidden ? [...before.labels, propID] : before.labels.filter((one) => one !== propID),
    }))

  return (
    <Card>
      <CardBody>
        <DraftNote draft={draft} />
        {whatElse.length > 0 && <Message kind="error">{whatElse.join(' ')}</Message>}
        <form noValidate aria-label={link ? `Change ${link.name}` : 'New Link'} className="grid gap-14" onSubmit={save}>
          <TextField
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
            <Select label="Shows" name="roomID" value={roomID} onChange={setRoomID}>
              <option value="">Whole project</option>
              {rooms.map((room) => (
                <option key={room.ID} value={room.ID}>
                  {room.name}
                </option>
              ))}
            </Select>
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
          <fieldset className={styles.hides}>
            <legend>Hide</legend>
            <Checkbox
              label="Notes"
              name="notes"
              checked={hides.notes}
              onChange={(notes) => setHides((before) => ({ ...before, notes }))}
            />
            <Checkbox
              label="Files"
              name="files"
              checked={hides.files}
              onChange={(files) => setHides((before) => ({ ...before, files }))}
            />
            <Checkbox
              label="Locations of photos"
              name="positions"
              checked={hides.positions}
              onChange={(positions) => setHides((before) => ({ ...before, positions }))}
            />
            {labels.map(({ propID, label, isUsed }, at) => (
              <Fragment key={propID}>
                {!isUsed && (labels[at - 1]?.isUsed ?? true) && <p>Fields you haven’t used yet</p>}
                <Checkbox
                  label={label}
                  name={`label-${propID}`}
                  checked={hides.labels.includes(propID)}
                  onChange={(isHidden) => hideLabel(propID, isHidden)}
                />
              </Fragment>
            ))}
          </fieldset>
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
