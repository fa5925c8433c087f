import { useEffect, useEffectEvent, useState } from 'react'
import type { CategoryEntry } from '../../../shared/items/suggest-subcategory.ts'
import { changeSubcategory } from '../../../shared/items/change-subcategory.api.ts'
import { item as itemSchema, type Item, getItem } from '../../../shared/items/items.api.ts'
import { getRoom } from '../../../shared/projects/rooms.api.ts'
import { codePoints, LIMITS } from '../../../shared/contract/limits.ts'
import { underOtherLabels, type UnderOtherLabels } from '../../../shared/items/remap-labels.ts'
import {
  fieldLabels,
  getRoomStructure,
  listFields,
  type FieldLabel,
} from '../../../shared/structure/room-structure.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Message } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { toast } from '../../lib/toasts.ts'
import { categoriesOf } from '../../structure/categories.ts'
import { SubcategorySelects } from './subcategory-selects.tsx'
import type { ItemForm } from './use-item-form.ts'
import { SubcategorySearch } from './subcategory-search.tsx'

interface ChangeSubcategoryProps {
  item: Item
  /** The item has unsaved input. */
  unsaved: boolean
  itemForm: ItemForm
  onClose: () => void
}

interface Place {
  roomType: string
  categories: readonly CategoryEntry[]
}

const NOTHING = { catID: '', subcatID: '' }

/** The chosen subcategory, what happens to each value, and the call that applies it. */
const useChange = ({ item, itemForm, onClose }: Omit<ChangeSubcategoryProps, 'unsaved'>) => {
  /** Takes over the stored item. */
  const onChanged = (now: Item) => {
    itemForm.form.forget()
    itemForm.setStored(now)
  }
  const [place, setPlace] = useState<Place>()
  const [kind, setKind] = useState(NOTHING)
  /** The labels of the chosen subcategory, once loaded. */
  const [labels, setLabels] = useState<readonly FieldLabel[]>()
  /** Typed words that match no subcategory: they become the first value of Other. */
  const [words, setWords] = useState('')
  /** The text typed for the notes. */
  const [typed, setTyped] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const [busy, setBusy] = useState(false)

  const giveUp = useEffectEvent((error: unknown) => {
    toastFailure(error, 'Unable to load fields')
    onClose()
  })
  useEffect(() => {
    let isOpen = true
    const load = async () => {
      const { roomType, roomTypeName } = await call(getRoom, { query: { roomID: item.roomID } })
      const categories = categoriesOf(await call(getRoomStructure, { query: { roomType } }))
      if (isOpen) setPlace({ roomType: roomTypeName, categories })
    }
    load().catch((error: unknown) => isOpen && giveUp(error))
    return () => {
      isOpen = false
    }
  }, [item.roomID])

  const isSame = kind.catID === String(item.catID) && kind.subcatID === String(item.subcatID)
  const name = place?.categories
    .find(({ catID }) => String(catID) === kind.catID)
    ?.subcategories.find(({ subcatID }) => String(subcatID) === kind.subcatID)?.name

  const choose = async (chosen: typeof NOTHING, called = '') => {
    setKind(chosen)
    setWords(called)
    setLabels(undefined)
    setTyped(undefined)
    if (chosen.subcatID === '') return
    try {
      const now = await call(listFields, { query: { subCatID: Number(chosen.subcatID) } })
      setKind((latest) => {
        if (latest.subcatID === chosen.subcatID) setLabels(now)
        return latest
      })
    } catch (error) {
      setKind({ ...chosen, subcatID: '' })
      toastFailure(error, 'Unable to load fields')
    }
  }

  const moved =
    labels && !isSame ? underOtherLabels({ labels: item.labels, fields: item, notes: item.note }, labels) : undefined
  const [title] = labels ?? []
  const titled = words !== '' && title && moved?.fields[title.field] === '' ? title : undefined
  const notes = typed ?? moved?.notes ?? ''
  const over = codePoints(notes) - LIMITS.notes
  const isReady = moved !== undefined && over <= 0

  const change = async () => {
    if (!labels || !isReady || busy) return
    setBusy(true)
    setNotice(undefined)
    try {
      const { message } = await call(changeSubcategory, {
        body: {
          itemID: item.itemID,
          catID: Number(kind.catID),
          subcatID: Number(kind.subcatID),
          version: item.version,
          labels: [...labels],
          notes,
          ...(titled && { inputs: { [titled.field]: words } }),
        },
      })
      onChanged(await call(getItem, { query: { itemID: item.itemID } }))
      toast({ kind: 'success', text: message })
      onClose()
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'item_changed' || error.code === 'structure_changed')) {
        if (error.code === 'item_changed') onChanged(itemSchema.parse(error.body.current))
        else setLabels(fieldLabels.parse(error.body.current))
        setTyped(undefined)
        setNotice(`${error.message} Nothing was changed. Review the latest version and try again.`)
      } else {
        toastFailure(error, 'Unable to change subcategory')
      }
    } finally {
      setBusy(false)
    }
  }

  return {
    place,
    kind,
    choose,
    name,
    titled: titled && { label: titled.label, value: words },
    isSame: isSame && labels !== undefined,
    moved,
    notes,
    over,
    setTyped,
    notice,
    isReady,
    busy,
    change,
  }
}

interface WhatBecomesProps {
  moved: UnderOtherLabels
  name: string | undefined
  titled: { label: string; value: string } | undefined
}

const WhatBecomes = ({ moved: { kept, placeless }, name, titled }: WhatBecomesProps) => (
  <>
    {titled && (
      <p>
        <b className="strong ink">{titled.label}</b>: {titled.value}
      </p>
    )}
    {kept.length > 0 && <p>{kept.join(', ')}: kept.</p>}
    {placeless.length === 0 ? (
      <p>All values carry over.</p>
    ) : (
      <>
        <p>{name} doesn’t have these fields. Their values move to Notes:</p>
        <ul className="grid gap-4 muted">
          {placeless.map(({ label, value }) => (
            <li key={label} className="prewrap">
              <b className="strong ink">{label}</b>: {value}
            </li>
          ))}
        </ul>
      </>
    )}
  </>
)

const SaveFirst = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title="Change Subcategory"
    open
    onClose={onClose}
    actions={
      <Button kind="primary" onClick={onClose} data-takes-focus>
        Keep Working
      </Button>
    }
  >
    You have unsaved changes. Choose Update Item first so you don’t lose them.
  </Dialog>
)

/** Asks for another subcategory and shows beforehand what happens to each value. */
export const ChangeSubcategory = ({ unsaved, ...props }: ChangeSubcategoryProps) =>
  unsaved ? <SaveFirst onClose={props.onClose} /> : <Choose {...props} />

const Choose = (props: Omit<ChangeSubcategoryProps, 'unsaved'>) => {
  const { item, onClose } = props
  const { place, kind, choose, name, titled, isSame, moved, notes, over, setTyped, ...ready } = useChange(props)
  const { notice, isReady, busy, change } = ready
  return (
    <Dialog
      title="Change Subcategory"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" incomplete={!isReady} busy={busy} onClick={() => void change()}>
            Change Subcategory
          </Button>
        </>
      }
    >
      {place ? (
        <div className="grid gap-16">
          {notice && <Message kind="error">{notice}</Message>}
          <p>
            Currently {item.catName} › {item.subCatName}.
          </p>
          <SubcategorySearch
            chosen={isSame ? '' : (name ?? '')}
            categories={place.categories}
            roomType={place.roomType}
            onChoose={({ catID, subcatID }, called) =>
              void choose({ catID: String(catID), subcatID: String(subcatID) }, called)
            }
            onType={() => void choose({ catID: '', subcatID: '' })}
          />
          <SubcategorySelects
            categories={place.categories}
            {...kind}
            onCategory={(catID) => void choose({ catID, subcatID: '' })}
            onSubcategory={(subcatID) => void choose({ ...kind, subcatID })}
          />
          <div role="status" className="grid gap-16 hide-empty">
            {isSame && <p>This is its current subcategory.</p>}
            {moved && <WhatBecomes moved={moved} name={name} titled={titled} />}
          </div>
          {moved && moved.placeless.length > 0 && (
            <TextArea
              label="Notes"
              name="notes"
              rows={7}
              max={LIMITS.notes}
              value={notes}
              error={over > 0 ? `${over} characters over. Shorten the notes to continue.` : undefined}
              onChange={setTyped}
            />
          )}
        </div>
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}
