import type { MouseEvent } from 'react'
import { fileInputs, type Attachment } from '../../shared/items/items.api.ts'
import { problemsBy } from '../lib/forms/problems-by.ts'
import { useForm } from '../lib/forms/use-form.ts'
import { Button } from '../ui/button.tsx'
import { IconArrowDown, IconArrowUp, createIcon } from '../ui/icons.tsx'
import { Form } from '../ui/forms/form.tsx'
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
  // The drafts outlive this form, so they are its initial values.
  const draft = changes.drafts.get(remote) ?? { name, caption }
  const inputs = inputsOf(draft, attachment)
  const form = useForm(draft, () => problemsBy(fileInputs)(inputs))
  const at = attachments.findIndex((one) => one.remote === remote)

  const fieldOf = (field: keyof FileDraft) => ({
    ...form.field(field),
    changed: inputs[field] !== undefined,
    onChange: (text: string) => {
      form.field(field).onChange(text)
      changes.type(remote, { ...draft, [field]: text })
    },
  })

  const save = async () => {
    if (Object.keys(inputs).length === 0) return onDone()
    await form.submit(
      'save',
      async () => {
        await changes.save(attachment, inputs)
        onDone()
        return undefined
      },
      (error) => changes.failureOf(attachment, error),
    )
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
    <Form
      form={form}
      aria-label={`Change ${name}`}
      className={classNames('grid frame on-quiet gap-12', styles.form)}
      onSubmit={save}
    >
      <TextField label="Name" autoFocus autoComplete="off" {...fieldOf('name')} />
      <TextField label="Caption" optional autoComplete="off" {...fieldOf('caption')} />
      <div className="flex wrap gap-8">
        <Button type="submit" kind="primary" small busy={form.busy}>
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
    </Form>
  )
}
