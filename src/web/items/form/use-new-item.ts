import type { LabelKind } from '../../../shared/structure/label-kinds.ts'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { fieldLabels, listFields, type FieldLabel } from '../../../shared/structure/room-structure.api.ts'
import { displayNames } from '../../../shared/attachments/file-name.ts'
import { createItem, filesJSON } from '../../../shared/items/items.api.ts'
import type { Room } from '../../../shared/projects/rooms.api.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { call } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { isStored } from '../../attachments/uploads/upload-queue.ts'
import { useUploads } from '../../attachments/uploads/use-uploads.ts'
import { photosIn } from '../inbox/form-photos.ts'
import { focusField } from '../../lib/focus/focus-field.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../lib/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { whyGone } from '../../lib/not-found-reason.ts'
import { useKeptNewItem } from './use-kept-new-item.ts'
import { withDates } from './date-interpretation.tsx'
import { draftErrors, EMPTY_DRAFT, pick, shownNames, type DraftErrors, type ItemDraft } from './item-draft.ts'

/** A text by its label, so that another subcategory keeps it under the same label. */
type LabelName = `label${number}`
const labelName = ({ propID }: FieldLabel): LabelName => `label${propID}`

/** The IDs of category and subcategory as the selects hold them ('' for none), then the typed texts. */
type Name = 'catID' | 'subcatID' | 'notes' | LabelName
type Texts = Readonly<Record<Name, string>>

const draftOf = (labels: readonly FieldLabel[], texts: Texts): ItemDraft => ({
  ...EMPTY_DRAFT,
  ...Object.fromEntries(labels.map((label) => [label.field, texts[labelName(label)] ?? ''])),
  notes: texts.notes,
})

/** Errors of an item's inputs, by form field. */
const byLabel = (labels: readonly FieldLabel[], errors: DraftErrors): Partial<Record<Name, string>> => ({
  ...Object.fromEntries(Object.entries(errors).filter(([name]) => name === 'notes' || name === 'subcatID')),
  ...Object.fromEntries(
    labels.flatMap((label) => {
      const said = errors[label.field]
      return said === undefined ? [] : [[labelName(label), said]]
    }),
  ),
})

const isTyped = (name: Name): boolean => name !== 'catID' && name !== 'subcatID'

/** The form of a new item, with the files to attach to it. */
export const useNewItem = (
  { projectID, roomID }: Pick<Room, 'projectID' | 'roomID'>,
  kindOf: (label: FieldLabel) => LabelKind | undefined,
) => {
  /** The loaded labels of each chosen subcategory. */
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly FieldLabel[]>>(new Map())
  const uploads = useUploads(useId())
  /** Photos from the inbox; they stay there until the item is created. */
  const { state } = useLocation()
  const [photos, setPhotos] = useState(() => photosIn(state))
  const [notice, setNotice] = useState<string>()
  /** The user tried to submit an incomplete form, so missing fields are marked. */
  const [wasSubmitted, setWasSubmitted] = useState(false)

  const initial: Texts = {
    catID: '',
    subcatID: '',
    notes: '',
    ...Object.fromEntries([...loaded.values()].flat().map((label) => [labelName(label), ''])),
  }
  const problemsOf = (texts: Texts) => {
    const labels = loaded.get(texts.subcatID) ?? []
    return {
      ...(texts.catID === '' && { catID: SENTENCES.required }),
      ...(texts.subcatID === '' && { subcatID: SENTENCES.required }),
      ...byLabel(labels, draftErrors(draftOf(labels, texts))),
    }
  }
  const form = useForm<Texts>(initial, problemsOf, 'enters', 'new item')
  const { values: texts } = form
  const chosenLabels = loaded.get(texts.subcatID)
  const labels = chosenLabels ?? []

  const takeLabels = (subcatID: string, now: readonly FieldLabel[]) =>
    setLoaded((all) => new Map(all).set(subcatID, now))

  /** Returns the labels; undefined if they cannot be loaded. */
  const chooseSubcategory = async (subcatID: string): Promise<readonly FieldLabel[] | undefined> => {
    form.field('subcatID').onChange(subcatID)
    const known = loaded.get(subcatID)
    if (subcatID === '' || known) return known
    try {
      const labels = await call(listFields, { query: { subCatID: Number(subcatID) } })
      takeLabels(subcatID, labels)
      return labels
    } catch (error) {
      form.put((now) => (now.subcatID === subcatID ? { subcatID: '' } : {}))
      toastFailure(error, 'Unable to load fields')
      return undefined
    }
  }

  const draft = useKeptNewItem(uploads, { texts: form.draft, subcatID: texts.subcatID, takeLabels })

  const goToFirst = ([first]: readonly FieldLabel[]) => focusField(form, first ? labelName(first) : 'notes')

  /** Sets both lists, then focuses the first field unless the user has moved the focus. */
  const chooseKind = async ({ catID, subcatID }: { catID: number; subcatID: number }, words?: string) => {
    const from = document.activeElement
    form.field('catID').onChange(String(catID))
    const labels = await chooseSubcategory(String(subcatID))
    const [title] = labels ?? []
    if (title && words) form.put((now) => (now[labelName(title)] ? {} : { [labelName(title)]: words }))
    if (!labels || document.activeElement !== from) return
    flushSync(() => takeLabels(String(subcatID), labels))
    goToFirst(labels)
  }

  const clear = () => {
    form.forget()
    uploads.clear()
    setPhotos([])
    setWasSubmitted(false)
    setNotice(undefined)
  }

  const dropPhoto = (remote: string) => setPhotos((all) => all.filter((photo) => photo.remote !== remote))

  const create = async (then: 'only' | 'another') => {
    setWasSubmitted(true)
    if (!chosenLabels || uploads.uploading) {
      form.check()
      return
    }
    const stored = [
      ...photos.map(({ remote, filename }) => ({ remote, filename, drop: () => dropPhoto(remote) })),
      ...uploads.uploads.filter(isStored).map(({ id, remote, file }) => {
        return { remote, filename: file.name, drop: () => uploads.remove(id) }
      }),
    ]
    const names = displayNames(stored.map(({ filename }) => filename))
    const files = stored.map(({ remote, drop }, at) => ({ remote, drop, name: names[at] ?? '' }))

    const send = async () => {
      setNotice(undefined)
      const draft = draftOf(labels, texts)
      const { message } = await call(createItem, {
        body: {
          projectID,
          roomID,
          catID: Number(texts.catID),
          subcatID: Number(texts.subcatID),
          inputs: withDates(
            pick(draft, shownNames(labels)),
            labels.flatMap((label) => {
              const kind = kindOf(label)
              return kind ? [{ field: label.field, kind }] : []
            }),
          ),
          files: filesJSON(files.map(({ remote, name }) => ({ remote, name }))),
          labels: [...labels],
        },
      })
      clear()
      // The next item is usually of the same subcategory.
      if (then === 'another') form.put({ catID: texts.catID, subcatID: texts.subcatID })
      if (then === 'only') {
        return { message, to: photos.length > 0 ? paths.inbox(projectID) : paths.roomItems(roomID) }
      }
      toast({ kind: 'success', text: message })
      focusField(form, 'what')
      return undefined
    }

    const failureOf = (error: unknown) => {
      toastFailure(error, 'Unable to create item')
      if (!(error instanceof ApiError)) return undefined
      const { fields } = error
      form.refuse(byLabel(labels, fields))
      setNotice(whyGone(error))
      if (error.code === 'labels_changed') {
        takeLabels(texts.subcatID, fieldLabels.parse(error.body.current))
        setNotice(error.message)
      }
      // Uploads that are not attached within a day are removed; the error names the file.
      const gone = files.find(({ name }) => fields.files?.includes(`"${name}"`))
      if (gone) {
        gone.drop()
        setNotice(fields.files)
      }
      return undefined
    }

    await form.submit(then, send, failureOf)
  }

  return {
    form,
    draft,
    labels,
    uploads,
    photos,
    dropPhoto,
    notice,
    isReady: chosenLabels !== undefined && !uploads.uploading,
    isUnsaved: form.changed.some(isTyped) || uploads.uploads.some(({ state }) => state !== 'failed'),
    waitsForUploads: wasSubmitted && uploads.uploading,
    labelField: (label: FieldLabel) => form.field(labelName(label)),
    chooseCategory: (catID: string) => {
      form.field('catID').onChange(catID)
      form.put({ subcatID: '' })
    },
    chooseSubcategory: (subcatID: string) => void chooseSubcategory(subcatID),
    chooseKind: (kind: { catID: number; subcatID: number }, words?: string) => void chooseKind(kind, words),
    clear,
    create: (then: 'only' | 'another') => void create(then),
  }
}
