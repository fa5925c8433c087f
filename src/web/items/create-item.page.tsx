import { useId, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router'
import { getRoomStructure, listFields, type FieldLabel } from '../../shared/catalogue.ts'
import { displayNames } from '../../shared/file-name.ts'
import { createItem, filesJSON } from '../../shared/items.ts'
import { getRoom } from '../../shared/rooms.ts'
import { SENTENCES } from '../../shared/text.ts'
import { call } from '../api/call.ts'
import { ApiError, NothingHere } from '../api/errors.ts'
import { categoriesOf } from '../catalogue/categories.ts'
import { FilesForItem } from '../files/files-for-item.tsx'
import { tellFailure } from '../files/tell-failure.ts'
import { UploadArea } from '../files/upload-area.tsx'
import { isStored } from '../files/upload-queue.ts'
import { useUploads } from '../files/use-uploads.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { FormGrid } from '../ui/form-grid.tsx'
import { Message } from '../ui/message.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet, SheetBody } from '../ui/sheet.tsx'
import { toast } from '../ui/toasts.ts'
import { useUnsavedGuard } from '../ui/unsaved-guard.tsx'
import { whereItWas } from '../way-back.ts'
import styles from './create-item.module.css'
import { EMPTY_DRAFT, pick, type DraftName, type ItemDraft } from './item-draft.ts'
import { ItemFields } from './item-fields.tsx'
import { useDraftErrors } from './use-draft-errors.ts'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  const roomID = queryIDOf(request, 'roomID')
  if (projectID === undefined || roomID === undefined) throw redirect(paths.selectProject())
  const room = await call(getRoom, { query: { roomID } })
  if (room.projectID !== projectID) throw new NothingHere()
  const structure = await call(getRoomStructure, { query: { roomType: room.roomType } })
  return { room, categories: categoriesOf(structure) }
}

/** What was chosen: numbers as the selects hold them, '' for nothing. */
interface Choice {
  catID: string
  subcatID: string
  /** Of the subcategory; undefined until they are loaded. */
  labels?: readonly FieldLabel[]
}

const NOTHING_CHOSEN: Choice = { catID: '', subcatID: '' }

/** Texts by their label, so that changing the subcategory keeps each under the label it was typed for. */
type Texts = ReadonlyMap<number, string>

const draftOf = (labels: readonly FieldLabel[], texts: Texts, notes: string): ItemDraft => ({
  ...EMPTY_DRAFT,
  ...Object.fromEntries(labels.map(({ field, propID }) => [field, texts.get(propID) ?? ''])),
  notes,
})

export const Component = () => {
  const { room, categories } = useLoaderData<typeof loader>()
  const { projectID, roomID } = room
  const navigate = useNavigate()
  const toRoom = paths.roomItems(roomID)

  const [choice, setChoice] = useState(NOTHING_CHOSEN)
  const [texts, setTexts] = useState<Texts>(new Map())
  const [notes, setNotes] = useState('')
  const uploads = useUploads(useId())
  const [creating, setCreating] = useState<'only' | 'another'>()
  const [notice, setNotice] = useState<string>()
  const [clearing, setClearing] = useState(false)
  /** It was sent before it could be: what is missing is marked. */
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const category = useRef<HTMLSelectElement>(null)

  const labels = choice.labels ?? []
  const draft = draftOf(labels, texts, notes)
  const errors = useDraftErrors(draft)
  const dirty =
    notes !== '' ||
    [...texts.values()].some((text) => text !== '') ||
    uploads.uploads.some(({ state }) => state !== 'failed')
  const guard = useUnsavedGuard(dirty)

  const chosen = categories.find(({ catID }) => String(catID) === choice.catID)
  const ready = choice.labels !== undefined && !uploads.uploading

  const chooseSubcategory = async (subcatID: string) => {
    setChoice({ catID: choice.catID, subcatID })
    if (subcatID === '') return
    const isStill = (now: Choice) => now.catID === choice.catID && now.subcatID === subcatID
    try {
      const loaded = await call(listFields, { query: { subCatID: Number(subcatID) } })
      setChoice((now) => (isStill(now) ? { ...now, labels: loaded } : now))
    } catch (error) {
      setChoice((now) => (isStill(now) ? { ...now, subcatID: '' } : now))
      tellFailure(error, 'Unable to load fields')
    }
  }

  const change = (name: DraftName, value: string) => {
    const label = labels.find(({ field }) => field === name)
    if (label) setTexts((all) => new Map(all).set(label.propID, value))
    else setNotes(value)
  }

  const clear = () => {
    setChoice(NOTHING_CHOSEN)
    setTexts(new Map())
    setNotes('')
    uploads.clear()
    errors.forget()
    setTried(false)
    setNotice(undefined)
  }

  const create = async (then: 'only' | 'another') => {
    if (creating) return
    let valid = false
    flushSync(() => {
      setTried(true)
      valid = errors.check()
    })
    if (!valid || !ready) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return
    }
    const stored = uploads.uploads.filter(isStored)
    const names = displayNames(stored.map(({ file }) => file.name))
    const files = stored.map(({ id, remote }, at) => ({ id, remote, name: names[at] ?? '' }))
    setCreating(then)
    setNotice(undefined)
    try {
      const { message } = await call(createItem, {
        body: {
          projectID,
          roomID,
          catID: Number(choice.catID),
          subcatID: Number(choice.subcatID),
          inputs: pick(draft, [...labels.map(({ field }) => field), 'notes']),
          files: filesJSON(files),
          labels: [...labels],
        },
      })
      toast({ kind: 'success', text: message })
      flushSync(clear)
      if (then === 'another') category.current?.focus()
      else await navigate(toRoom, whereItWas(toRoom))
    } catch (error) {
      if (error instanceof ApiError) {
        errors.refuse(error.fields)
        if (error.code === 'labels_changed') {
          setChoice({ ...choice, labels: listFields.response.parse(error.body.current) })
          setNotice(error.message)
        }
        // An upload that was not taken for a day is gone; the sentence names it.
        const sentence = error.fields.files
        const gone = files.find(({ name }) => sentence?.includes(`"${name}"`))
        if (gone) {
          uploads.remove(gone.id)
          setNotice(sentence)
        }
      }
      tellFailure(error, 'Unable to create item')
    } finally {
      setCreating(undefined)
    }
  }

  return (
    <Page width="form">
      <title>Create Item · Roomfolio</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: room.projectName, to: paths.projectHome(projectID) },
          { name: room.roomName, to: toRoom },
          { name: 'Create Item' },
        ]}
      />
      <PageHead title="Create Item" />
      {notice && <Message kind="error">{notice}</Message>}
      <form
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void create('only')
        }}
      >
        <Sheet>
          <SheetBody>
            <FormGrid>
              <Select
                ref={category}
                label="Category"
                name="catID"
                value={choice.catID}
                error={tried && choice.catID === '' ? SENTENCES.required : undefined}
                onChange={(catID) => setChoice({ catID, subcatID: '' })}
              >
                <option value="">Choose a category</option>
                {categories.map(({ catID, name }) => (
                  <option key={catID} value={catID}>
                    {name}
                  </option>
                ))}
              </Select>
              <Select
                label="Sub Category"
                name="subcatID"
                value={choice.subcatID}
                error={tried && choice.subcatID === '' ? SENTENCES.required : undefined}
                disabled={!chosen}
                onChange={(subcatID) => void chooseSubcategory(subcatID)}
              >
                <option value="">{chosen ? 'Choose a sub category' : 'Choose a category first'}</option>
                {chosen?.subcategories.map(({ subcatID, name }) => (
                  <option key={subcatID} value={subcatID}>
                    {name}
                  </option>
                ))}
              </Select>
            </FormGrid>
          </SheetBody>
          <SheetBody>
            <FormGrid>
              <ItemFields
                labels={labels}
                draft={draft}
                errors={errors.shown}
                onChange={change}
                onLeave={errors.leave}
              />
            </FormGrid>
            <div role="group" aria-labelledby="attachments" className={styles.attachments}>
              <h2 id="attachments">Attachments</h2>
              <UploadArea label="Upload Files" uploads={uploads} />
            </div>
          </SheetBody>
          <FormFoot
            status={tried && uploads.uploading ? 'Files are still being uploaded.' : undefined}
            end={
              <Button kind="quiet" onClick={() => setClearing(true)}>
                Clear Form
              </Button>
            }
          >
            <Button type="submit" kind="primary" unready={!ready} busy={creating === 'only'}>
              Create Item
            </Button>
            <Button unready={!ready} busy={creating === 'another'} onClick={() => void create('another')}>
              Create and Add Another
            </Button>
          </FormFoot>
        </Sheet>
      </form>
      <FilesForItem add={uploads.add} />
      <ConfirmDialog
        open={clearing}
        title="Clear Form"
        safe="Keep Working"
        loss="Clear Form"
        onSafe={() => setClearing(false)}
        onLoss={() => {
          setClearing(false)
          clear()
        }}
      >
        This empties every field and takes the files you added out of the form.
      </ConfirmDialog>
      {guard}
    </Page>
  )
}
