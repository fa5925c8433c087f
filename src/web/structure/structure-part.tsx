import { useId, useState, type ReactNode } from 'react'
import { ApiError } from '../lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { IconTrash } from '../ui/icons.tsx'
import { Message } from '../ui/message.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { Form } from '../ui/forms/form.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { orSame, useForm, type Form as FormState } from '../lib/forms/use-form.ts'
import { isProblem, reasonOf } from './reason.ts'
import { withName, type Named } from './structure-data.ts'
import { addByName, CreationFailed, type Kind } from './structure-kinds.ts'

/** The form that spoke last; only its message is shown. */
export interface MessageOwner {
  claimedBy: string | undefined
  claim: (form: string) => void
}

interface PartOptions extends MessageOwner {
  kind: Kind
  place: { roomTypeID: number; catID: number }
  chosen: Named | undefined
  /** All categories or subcategories of the installation. */
  all: readonly Named[]
  /** Reloads the structure. */
  refresh: () => Promise<void>
  onAdded: (id: number) => void
  onRemoved: () => void
}

const sentenceOf = (schema: Kind['rename'], name: string) => {
  const issue = schema.safeParse(name).error?.issues[0]
  return issue ? { name: issue.message } : {}
}

/** Actions on the categories of a room type, or the subcategories of a category. */
export const useStructurePart = (options: PartOptions) => {
  const { kind, place, chosen, all, refresh, onAdded, onRemoved, claimedBy, claim } = options
  const { word } = kind
  const renaming = useForm(
    { name: chosen?.name ?? '' },
    ({ name }) => (chosen ? sentenceOf(kind.rename, name) : {}),
    'edits',
  )
  const adding = useForm({ name: '' }, ({ name }) =>
    name.trim() === '' || withName(all, name) ? {} : sentenceOf(kind.newName, name),
  )

  /** Reloads on conflict, so that changes by others are visible before the error is shown. */
  const refreshingOnConflict = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await refresh()
      throw error
    }
  }

  const rename = async () => {
    if (!chosen) return
    claim(`rename ${word}`)
    await renaming.submit(
      'rename',
      () =>
        refreshingOnConflict(async () => {
          const { message } = await kind.setName(chosen.id, renaming.values.name, chosen.name)
          await refresh()
          return { message }
        }),
      (error) => {
        if (isProblem(error, `${word}_taken`)) return { kind: 'warning', text: error.message }
        if (isProblem(error, 'structure_changed')) {
          return {
            kind: 'warning',
            text: `Someone else just renamed this ${word} to "${String(error.body.current)}". We kept what you typed.`,
          }
        }
        return `Unable to update ${word} "${chosen.name}" - ${reasonOf(error)}`
      },
    )
  }

  const add = async (button: 'add' | 'create') => {
    const name = adding.values.name.trim()
    claim(`add ${word}`)
    if (name === '') return adding.refuse(sentenceOf(kind.newName, name))
    if (button === 'add' && !withName(all, name)) {
      return adding.refuse({ name: `No ${word} with this name yet. Choose Create to add it.` })
    }
    await adding.submit(
      button,
      () =>
        refreshingOnConflict(async () => {
          const { id, message } = await addByName(kind, place, name, all)
          await refresh()
          onAdded(id)
          return { message }
        }),
      (error) => {
        if (isProblem(error, `${word}_there`)) return { kind: 'warning', text: error.message }
        if (error instanceof CreationFailed) return `Unable to create ${word} "${name}" - ${error.message}`
        return `Unable to add ${word} "${name}" - ${reasonOf(error)}`
      },
    )
  }

  const remove = async () => {
    if (!chosen) return
    claim(`rename ${word}`)
    await renaming.act(
      'remove',
      () =>
        refreshingOnConflict(async () => {
          const { message } = await kind.takeOut(place, chosen.id)
          await refresh()
          onRemoved()
          return { message }
        }),
      (error) => `Unable to remove ${word} "${chosen.name}" - ${reasonOf(error)}`,
    )
  }

  const answerOf = (form: FormState<{ name: string }>, name: string) =>
    claimedBy === `${name} ${word}` ? form.answer : undefined
  return {
    kind,
    chosen,
    all,
    renaming,
    adding,
    rename,
    add,
    remove,
    answer: answerOf(renaming, 'rename') ?? answerOf(adding, 'add'),
  }
}

type Part = ReturnType<typeof useStructurePart>

interface StructurePartProps {
  part: Part
  /** What the place already has; it is not suggested. */
  existing: readonly Named[]
  mayAdd: boolean
  /** The question before it is removed from the room type. */
  removal: ReactNode
  /** The selector. */
  children: ReactNode
}

export const StructurePart = ({ part, existing, mayAdd, removal, children }: StructurePartProps) => {
  const { kind, chosen, renaming, answer, remove } = part
  const id = useId()
  const [confirming, setConfirming] = useState(false)
  return (
    <section aria-labelledby={`${id}-title`}>
      <Card>
        <CardBody>
          <h2 id={`${id}-title`} className="mb-16">
            {kind.title}
          </h2>
          {answer && <Message kind={answer.kind}>{answer.text}</Message>}
          <div className="grid gap-16">
            {children}
            {chosen && <RenameForm form={renaming} word={kind.word} onSubmit={part.rename} />}
            {mayAdd && <AddForm form={part.adding} kind={kind} all={part.all} existing={existing} onAdd={part.add} />}
            {chosen && (
              <div>
                <Button
                  kind="danger"
                  small
                  icon={<IconTrash />}
                  busy={renaming.pressed === 'remove'}
                  onClick={() => setConfirming(true)}
                >
                  Remove {kind.title}
                </Button>
              </div>
            )}
          </div>
        </CardBody>
      </Card>
      <ConfirmDialog
        open={confirming}
        title={`Remove ${chosen?.name ?? ''}?`}
        safeLabel="Keep It"
        destructiveLabel={`Remove ${kind.title}`}
        onSafe={() => setConfirming(false)}
        onDestructive={() => {
          setConfirming(false)
          void remove()
        }}
      >
        {removal}
      </ConfirmDialog>
    </section>
  )
}

interface RenameFormProps {
  form: FormState<{ name: string }>
  word: Kind['word']
  onSubmit: () => Promise<void>
}

const RenameForm = ({ form, word, onSubmit }: RenameFormProps) => (
  <Form form={form} hasNotes className="with-button" onSubmit={onSubmit}>
    <TextField label={`Rename ${word}`} autoComplete="off" {...orSame(form.field('name'), form.unchanged)} />
    <Button type="submit" incomplete={!form.isChanged} busy={form.pressed === 'rename'}>
      Rename
    </Button>
  </Form>
)

interface AddFormProps {
  form: FormState<{ name: string }>
  kind: Kind
  all: readonly Named[]
  existing: readonly Named[]
  onAdd: Part['add']
}

/** No submit button: Enter in its only field adds an existing name or creates a new one. */
const AddForm = ({ form, kind, all, existing, onAdd }: AddFormProps) => {
  const names = useId()
  const { values, pressed } = form
  const input = form.field('name')
  const isBlank = values.name.trim() === ''
  const exists = withName(all, values.name) !== undefined
  return (
    <Form form={form} hasNotes className="with-button" onSubmit={() => onAdd(exists ? 'add' : 'create')}>
      <TextField
        label={`Add a ${kind.word}`}
        autoComplete="off"
        list={names}
        placeholder="Type a name, existing or new"
        hint={!input.error && `A new name can have up to ${kind.newMax} characters.`}
        {...input}
      />
      <datalist id={names}>
        {all
          .filter((entry) => existing.every(({ id }) => id !== entry.id))
          .map((entry) => (
            <option key={entry.id} value={entry.name} />
          ))}
      </datalist>
      <div className="flex gap-12 wide-buttons">
        <Button incomplete={!exists} busy={pressed === 'add'} onClick={() => void onAdd('add')}>
          Add
        </Button>
        <Button incomplete={isBlank} busy={pressed === 'create'} onClick={() => void onAdd('create')}>
          Create
        </Button>
      </div>
    </Form>
  )
}
