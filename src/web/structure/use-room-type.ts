import { useState } from 'react'
import { listFields } from '../../shared/structure/room-structure.api.ts'
import { getSubcategoryUse } from '../../shared/structure/labels.api.ts'
import { call } from '../lib/call.ts'
import { NothingHere } from '../lib/errors.ts'
import { toastFailure } from '../lib/toast-failure.ts'
import { useLabels, type OpenSubcategory } from './label-form.tsx'
import { loadStructure, type Named, type StructureData } from './structure-data.ts'
import { CATEGORY, SUBCATEGORY } from './structure-kinds.ts'
import { useStructurePart } from './structure-part.tsx'

interface Choice {
  catID?: number | undefined
  subcatID?: number | undefined
  /** The subcategory's labels and use; undefined while loading. */
  open?: OpenSubcategory
}

/** The selection; its data loads afterwards. */
export type Chosen = Omit<Choice, 'open'>

const openSubcategory = async (subcatID: number): Promise<OpenSubcategory> => {
  const [labels, use] = await Promise.all([
    call(listFields, { query: { subCatID: subcatID } }),
    call(getSubcategoryUse, { query: { subcatID } }),
  ])
  return { id: subcatID, labels, use }
}

/** The editor of a room type: its categories, the subcategories of the selected one, and the labels of the selected subcategory. */
export const useRoomType = (loaded: StructureData) => {
  const [{ roomType, categories, allCategories, allSubcategories, properties }, setStructure] = useState(loaded)
  const [{ catID, subcatID, open }, setChoice] = useState<Choice>({})
  const [speaking, speak] = useState<string>()

  const { roomTypeID } = roomType
  const category = categories.find((entry) => entry.catID === catID)
  const inRoom = categories.map((entry): Named => ({ id: entry.catID, name: entry.name }))
  const inCategory = (category?.subcategories ?? []).map((entry): Named => ({ id: entry.subcatID, name: entry.name }))
  const subcategory = inCategory.find(({ id }) => id === subcatID)

  const refresh = async () => {
    try {
      setStructure(await loadStructure(roomTypeID))
    } catch (error) {
      if (!(error instanceof NothingHere)) toastFailure(error, 'Unable to reload the room type')
    }
  }

  const refreshOpen = async () => {
    if (!open) return
    try {
      const now = await openSubcategory(open.id)
      setChoice((choice) => (choice.open?.id === now.id ? { ...choice, open: now } : choice))
    } catch (error) {
      toastFailure(error, 'Unable to load fields')
    }
  }

  const choose = async (choice: Chosen) => {
    if (choice.catID !== catID) categoryPart.renaming.forget()
    subcategoryPart.renaming.forget()
    labels.forget()
    setChoice(choice)
    const chosen = choice.subcatID
    if (chosen === undefined) return
    const isStill = (now: Choice) => now.catID === choice.catID && now.subcatID === chosen
    try {
      const opened = await openSubcategory(chosen)
      setChoice((now) => (isStill(now) ? { ...now, open: opened } : now))
    } catch (error) {
      setChoice((now) => (isStill(now) ? { catID: now.catID } : now))
      toastFailure(error, 'Unable to load fields')
    }
  }

  const categoryPart = useStructurePart({
    kind: CATEGORY,
    place: { roomTypeID, catID: 0 },
    chosen: inRoom.find(({ id }) => id === catID),
    all: allCategories,
    refresh,
    onAdded: (id) => {
      if (!isCategoryUnsaved) void choose({ catID: id })
    },
    onRemoved: () => void choose({}),
    claimedBy: speaking,
    claim: speak,
  })
  const subcategoryPart = useStructurePart({
    kind: SUBCATEGORY,
    place: { roomTypeID, catID: catID ?? 0 },
    chosen: subcategory,
    all: allSubcategories,
    refresh,
    onAdded: (id) => {
      if (!isSubcategoryUnsaved) void choose({ catID, subcatID: id })
    },
    onRemoved: () => void choose({ catID }),
    claimedBy: speaking,
    claim: speak,
  })
  const labels = useLabels({
    open,
    properties,
    onCreated: (all) => setStructure((now) => ({ ...now, properties: all })),
    onStored: (stored) => setChoice((now) => (now.open ? { ...now, open: { ...now.open, ...stored } } : now)),
    refresh: refreshOpen,
    claimedBy: speaking,
    claim: speak,
  })

  const isSubcategoryUnsaved = subcategoryPart.renaming.isChanged || labels.isChanged
  const isCategoryUnsaved = categoryPart.renaming.isChanged || isSubcategoryUnsaved

  return {
    roomType,
    categories,
    category,
    inRoom,
    categoryPart,
    subcategory,
    inCategory,
    subcategoryPart,
    labels,
    /** Unsaved names and labels that selecting another category would discard; includes those of the subcategory. */
    isCategoryUnsaved,
    isSubcategoryUnsaved,
    isUnsaved: isCategoryUnsaved || categoryPart.adding.isChanged || subcategoryPart.adding.isChanged,
    choose: (choice: Chosen) => {
      speak(undefined)
      void choose(choice)
    },
  }
}
