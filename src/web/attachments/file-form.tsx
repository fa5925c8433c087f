import { useRef, useState, type MouseEvent } from 'react'
import { updateItemFile, type Attachment } from '../../shared/items/items.api.ts'
import { fieldSentences } from '../../shared/contract/problem.ts'
import { Button } from '../ui/button.tsx'
import { IconArrowDown, IconArrowUp, createIcon } from '../ui/icons.tsx'
import { Message } from '../ui/message.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import type { FileChanges, FileDraft } from './file-changes.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './file-list.module.css'

const IconPhotoStar = createIcon(
  'M15 8h.01M11 21H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v5.5M3 16l5-5c.928-.893 2.072-.893 3 0l2 2m4.8 7.817l-2.172 1.138a.392.392 0 0 1-.568-.41l.415-2.411l-1.757-1.707a.389.389 0 0 1 .217-.665l2.428-.352l1.086-2.193a.392.392 0 0 1 .702 0l1.086 2.193l2.428.352a.39.39 0 0 1 .217.665l-1.757 1.707l.414 2.41a.39.39 0 0 1-.567.411z',
)

interface FileFormProps {
  attachment: Attachment
  /** All files, in order. */
  attachments: readonly Attachment[]
  /** The first picture. */
  cover: Attachment | undefined
  isPicture: boolean
  changes: FileChanges
  onDone: () => void
}

const inputsOf = (draft: FileDraft, { name, caption }: Attachment) => ({
  ...(draft.name.trim() !== name && { name: draft.name }),
  ...(draft.caption.trim() !== caption && { caption: draft.caption }),
})

/** Edits name, caption and position of a file. Input is kept until it is saved or cancelled. */
export const FileForm = ({ attachment, attachments, cover, isPicture, changes, onDone }: FileFormProps) => {
  const { remote, name, caption } = attachment
  const nameField = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<string>()
  const [tried, setTried] = useState(false)
  const draft = changes.drafts.get(remote) ?? { name, caption }
  const inputs = inputsOf(draft, attachment)
  const parsed = updateItemFile.body.shape.inputs.safeParse(inputs)
  const problems = parsed.success || !tried ? {} : fieldSentences(parsed.error.issues)
  const at = attachments.findIndex((one) => one.remote === remote)

  const type = (typed: Partial<FileDraft>) => {
    setAnswer(undefined)
    changes.type(remote, { ...draft, ...typed })
  }

  const save = async () => {
    setTried(true)
    if (!parsed.success) {
      nameField.current?.focus()
      return
    }
    if (Object.keys(inputs).length === 0) return onDone()
    setBusy(true)
    const failure = await changes.save(attachment, inputs)
    setBusy(false)
    setAnswer(failure)
    if (failure === undefined) onDone()
  }

  /** Moving a file in the list drops the focus, so it is set afterwards. */
  const move = async (event: MouseEvent<HTMLElement>, before: string | null) => {
    const pressed = event.currentTarget
    await changes.move(attachment, before)
    if (document.activeElement === document.body) pressed.focus()
  }
  const earlier = attachments[at - 1]?.remote
  const later = at + 1 < attachments.length ? (attachments[at + 2]?.remote ?? null) : undefined

  return (
    <form
      noValidate
      aria-label={`Change ${name}`}
      className={classNames('grid frame on-quiet gap-12', styles.form)}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {answer !== undefined && <Message kind="error">{answer}</Message>}
      <TextField
        ref={nameField}
        label="Name"
        autoFocus
        name="name"
        autoComplete="off"
        value={draft.name}
        error={problems.name}
        changed={draft.name.trim() !== name}
        onChange={(text) => type({ name: text })}
      />
      <TextField
        label="Caption"
        optional
        name="caption"
        autoComplete="off"
        value={draft.caption}
        error={problems.caption}
        changed={draft.caption.trim() !== caption}
        onChange={(text) => type({ caption: text })}
      />
      <div className="flex wrap gap-8">
        <Button type="submit" kind="primary" small busy={busy}>
          Save
        </Button>
        <Button
          kind="quiet"
          small
          onClick={() => {
            changes.type(remote, undefined)
            onDone()
          }}
        >
          Cancel
        </Button>
      </div>
      <div className="flex wrap gap-8">
        <Button
          small
          icon={<IconArrowUp />}
          incomplete={earlier === undefined}
          onClick={(event) => earlier !== undefined && void move(event, earlier)}
        >
          Move Up
        </Button>
        <Button
          small
          icon={<IconArrowDown />}
          incomplete={later === undefined}
          onClick={(event) => later !== undefined && void move(event, later)}
        >
          Move Down
        </Button>
        {isPicture && cover && cover.remote !== remote && (
          <Button small icon={<IconPhotoStar />} onClick={(event) => void move(event, cover.remote)}>
            Make Cover
          </Button>
        )}
        {isPicture &&
          changes.covers.map((one) => (
            <Button key={one.of} small onClick={() => void one.choose(remote)}>
              Use as Cover of {one.name}
            </Button>
          ))}
      </div>
    </form>
  )
}
