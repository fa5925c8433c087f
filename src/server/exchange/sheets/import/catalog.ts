import { nameKey } from '../../../../shared/contract/name-key.ts'
import { knownKinds, type KnownKind } from '../../../../shared/items/suggest-subcategory.ts'
import type { Structure } from '../../../structure/structure-model.ts'
import type { ItemType } from './import-plan.ts'

/** The subcategory of items that have none of their own. */
export const OTHER = 'Other'

/** Looks up item types in a structure. */
export class Catalog {
  readonly structure: Structure
  readonly #types = new Map<string, ItemType>()
  readonly #categories = new Map<string, number[]>()

  constructor(structure: Structure) {
    this.structure = structure
    for (const { roomTypeID, catID, subcatID } of structure.places()) {
      if (subcatID === null) continue
      const key = `${roomTypeID} ${subcatID}`
      this.#categories.set(key, [...(this.#categories.get(key) ?? []), catID])
    }
  }

  typeOf(catID: number, subcatID: number): ItemType {
    const key = `${catID} ${subcatID}`
    const known = this.#types.get(key)
    if (known) return known
    const labels = this.structure.itemLabelsOf(subcatID)
    const type = {
      catID,
      category: this.structure.nameOf('categories', catID),
      subcatID,
      subcategory: this.structure.nameOf('subcategories', subcatID),
      labels,
      slotsByKey: new Map(labels.map(({ label, field }) => [nameKey(label), field])),
      telling: this.structure.tellingOf(subcatID),
    }
    this.#types.set(key, type)
    return type
  }

  has({ catID, subcatID }: { catID: number; subcatID: number }): boolean {
    return this.structure.names('categories').has(catID) && this.structure.names('subcategories').has(subcatID)
  }

  /** The categories in which rooms of a type have a subcategory. */
  categoriesWith(roomTypeID: number, subcatID: number): readonly number[] {
    return this.#categories.get(`${roomTypeID} ${subcatID}`) ?? []
  }

  otherIn(roomTypeID: number | undefined): { catID: number; subcatID: number } | undefined {
    const subcatID = this.structure.idOf('subcategories', OTHER)
    if (subcatID === undefined) return undefined
    const all = [...this.structure.places()].flatMap((place) => (place.subcatID === subcatID ? [place.catID] : []))
    const here = roomTypeID === undefined ? all : this.categoriesWith(roomTypeID, subcatID)
    const catID = here.find((each) => this.structure.nameOf('categories', each) === OTHER) ?? here[0]
    return catID === undefined ? undefined : { catID, subcatID }
  }

  /** All item types in the order of their names; `byName` are found by the names of their subcategories only. */
  searchable(): { all: KnownKind[]; byName: KnownKind[] } {
    const seen = new Set<string>()
    const all: KnownKind[] = []
    const byName: KnownKind[] = []
    for (const { catID, subcatID } of this.structure.places()) {
      if (subcatID === null || seen.has(`${catID} ${subcatID}`)) continue
      seen.add(`${catID} ${subcatID}`)
      const { category, subcategory, labels } = this.typeOf(catID, subcatID)
      const aliases = this.structure.aliasesOf(subcatID)
      const subcategories = [{ subcatID, name: subcategory, labels: labels.map(({ label }) => label), aliases }]
      all.push(...knownKinds([{ catID, name: category, subcategories }]))
      byName.push(
        ...knownKinds([{ catID, name: '', subcategories: [{ subcatID, name: subcategory, labels: [], aliases }] }]),
      )
    }
    return { all, byName }
  }
}
