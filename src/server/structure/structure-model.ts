import { type LabelKind, kindByName } from '../../shared/structure/label-kinds.ts'
import { sameAliases } from '../../shared/structure/aliases.ts'
import { nameKey } from '../../shared/contract/name-key.ts'
import { NOTHING, sameStandsFor, type StandsFor } from '../../shared/structure/classification.ts'
import { NOTHING_WANTED, sameWanted, type Wanted } from '../../shared/structure/required-fields.ts'
import { slotNumber, slotOf, type KindedLabel } from '../../shared/structure/room-structure.api.ts'
import { inverseMoves, type Moves, type Slots } from './remap-slots.ts'
import { sameTitleFields, titleFieldsAfter, type TitleFields } from './title-fields.ts'

/** The tables of named things in the structure. */
export const NAMED = ['room_types', 'categories', 'subcategories', 'labels'] as const
export type Named = (typeof NAMED)[number]

/** A category in a room type, or a subcategory in that category. */
export interface Place {
  roomTypeID: number
  catID: number
  subcatID: number | null
}

/** A change of a subcategory's labels, title labels, classification or requirements, or several of these. */
export interface LabelStep {
  do: 'labels'
  subcatID: number
  from: Slots
  to: Slots
  moves: Moves
  /** Absent in changes recorded before title labels could be chosen, and in those that keep the default. */
  telling?: { from: TitleFields; to: TitleFields }
  /** Present only if it changes. */
  standsFor?: { from: StandsFor; to: StandsFor }
  /** Present only if it changes. */
  wanted?: { from: Wanted; to: Wanted }
  /** Present only if they change. */
  aliases?: { from: readonly string[]; to: readonly string[] }
}

export interface NameStep {
  do: 'create' | 'delete'
  table: Named
  id: number
  name: string
}

interface RenameStep {
  do: 'rename'
  table: Named
  id: number
  from: string
  to: string
  /** For a label that changes its kind: the name stays, so that servers of the previous version ignore the step. */
  kind?: { from: LabelKind; to: LabelKind }
}

export interface KindStep extends RenameStep {
  kind: { from: LabelKind; to: LabelKind }
}

export interface PlaceStep extends Place {
  do: 'add' | 'remove'
}

/** One change of the structure, with everything needed to undo it. */
export type Step = NameStep | RenameStep | PlaceStep | LabelStep

const opposite = (step: Step): Step => {
  switch (step.do) {
    case 'create':
      return { ...step, do: 'delete' }
    case 'delete':
      return { ...step, do: 'create' }
    case 'rename':
      return {
        ...step,
        from: step.to,
        to: step.from,
        ...(step.kind && { kind: { from: step.kind.to, to: step.kind.from } }),
      }
    case 'add':
      return { ...step, do: 'remove' }
    case 'remove':
      return { ...step, do: 'add' }
    case 'labels':
      return {
        ...step,
        from: step.to,
        to: step.from,
        moves: inverseMoves(step.moves),
        ...(step.telling && { telling: { from: step.telling.to, to: step.telling.from } }),
        ...(step.standsFor && { standsFor: { from: step.standsFor.to, to: step.standsFor.from } }),
        ...(step.wanted && { wanted: { from: step.wanted.to, to: step.wanted.from } }),
        ...(step.aliases && { aliases: { from: step.aliases.to, to: step.aliases.from } }),
      }
  }
}

/** The steps that undo these, in order. */
export const inverse = (steps: readonly Step[]): Step[] => steps.map(opposite).reverse()

/** Things that rooms and items use, among those to be deleted. */
export type InUse = Readonly<Record<Exclude<Named, 'labels'>, ReadonlySet<number>>>

export const NOTHING_IN_USE: InUse = { room_types: new Set(), categories: new Set(), subcategories: new Set() }

export const NO_LABELS: Slots = [null, null, null, null, null, null]

/** For display, '' for none. A label after a gap names its field. */
export const labelsInWords = (slots: Slots, nameOf: (label: number) => string): string =>
  slots
    .flatMap((label, slot) => {
      if (label === null) return []
      const follows = slot === 0 || (slots[slot - 1] ?? null) !== null
      return follows ? nameOf(label) : `Field ${slot + 1}: ${nameOf(label)}`
    })
    .join(', ')

/** The labels of these slots, for display. */
export const titleFieldsInWords = (telling: TitleFields, slots: Slots, nameOf: (label: number) => string): string =>
  telling.map((slot) => nameOf(slots[slotNumber(slot) - 1] ?? 0)).join(', ')

export const sameSlots = (a: Slots, b: Slots): boolean => a.every((label, slot) => label === b[slot])

/**
 * The title slots after a step. Its own change applies only if the slots are still those it was made for; otherwise
 * they follow their labels.
 */
export const titleFieldsBy = ({ from, to, telling }: LabelStep, now: TitleFields): TitleFields =>
  telling && sameTitleFields(telling.from, now) ? telling.to : titleFieldsAfter(now, from, to)

/** Whether a step leaves all derived data of items unchanged. */
export const changesNoItem = ({ from, to, telling }: LabelStep): boolean => sameSlots(from, to) && !telling

/** The classification after a step; a concurrent change by another editor is kept. */
export const classificationBy = ({ standsFor }: LabelStep, now: StandsFor): StandsFor =>
  standsFor && sameStandsFor(standsFor.from, now) ? standsFor.to : now

/** The requirements after a step; a concurrent change by another editor is kept. */
export const requiredFieldsBy = ({ wanted }: LabelStep, now: Wanted): Wanted =>
  wanted && sameWanted(wanted.from, now) ? wanted.to : now

/** The other names after a step; a concurrent change by another editor is kept. */
export const aliasesBy = ({ aliases }: LabelStep, now: readonly string[]): readonly string[] =>
  aliases && sameAliases(aliases.from, now) ? aliases.to : now

/** The whole structure in memory, where changes can be tried before they are made. It is small. */
export class Structure {
  readonly #names: Record<Named, Map<number, string>>
  readonly #ids: Record<Named, Map<string, number>>
  readonly #definitions: Map<number, Map<number, Set<number>>>
  readonly #labels: Map<number, Slots>
  readonly #telling: Map<number, TitleFields>
  readonly #standsFor: Map<number, StandsFor>
  readonly #wanted: Map<number, Wanted>
  readonly #aliases: Map<number, readonly string[]>
  readonly #kinds: Map<number, LabelKind>

  constructor(
    names: Record<Named, Iterable<readonly [number, string]>>,
    places: Iterable<Place>,
    labels: Iterable<readonly [number, Slots]>,
    telling: Iterable<readonly [number, TitleFields]>,
    standsFor: Iterable<readonly [number, StandsFor]>,
    wanted: Iterable<readonly [number, Wanted]>,
    aliases: Iterable<readonly [number, readonly string[]]>,
    kinds: Iterable<readonly [number, LabelKind]>,
  ) {
    const mapsOf = <K, V>(entries: (table: Named) => Iterable<readonly [K, V]>): Record<Named, Map<K, V>> => ({
      room_types: new Map(entries('room_types')),
      categories: new Map(entries('categories')),
      subcategories: new Map(entries('subcategories')),
      labels: new Map(entries('labels')),
    })
    this.#names = mapsOf((table) => names[table])
    this.#ids = mapsOf((table) => [...this.#names[table]].map(([id, name]) => [nameKey(name), id] as const))
    this.#definitions = new Map()
    for (const place of places) this.#put(place)
    this.#labels = new Map(labels)
    this.#telling = new Map(telling)
    this.#standsFor = new Map(standsFor)
    this.#wanted = new Map(wanted)
    this.#aliases = new Map(aliases)
    this.#kinds = new Map(kinds)
  }

  #put({ roomTypeID, catID, subcatID }: Place): void {
    const categories = this.#definitions.get(roomTypeID) ?? new Map<number, Set<number>>()
    this.#definitions.set(roomTypeID, categories)
    const subcategories = categories.get(catID) ?? new Set()
    categories.set(catID, subcategories)
    if (subcatID !== null) subcategories.add(subcatID)
  }

  copy(): Structure {
    return new Structure(
      this.#names,
      this.places(),
      this.#labels,
      this.#telling,
      this.#standsFor,
      this.#wanted,
      this.#aliases,
      this.#kinds,
    )
  }

  names(table: Named): ReadonlyMap<number, string> {
    return this.#names[table]
  }

  /** Throws if the id does not exist; use it only for ids taken from the structure. */
  nameOf(table: Named, id: number): string {
    const name = this.#names[table].get(id)
    if (name === undefined) throw new Error(`The ${table} have no id ${id}.`)
    return name
  }

  /** Names are compared by their key. */
  idOf(table: Named, name: string): number | undefined {
    return this.#ids[table].get(nameKey(name))
  }

  /** Each category of each room type, followed by its subcategories. */
  *places(): Generator<Place> {
    for (const [roomTypeID, categories] of this.#definitions) {
      for (const [catID, subcategories] of categories) {
        yield { roomTypeID, catID, subcatID: null }
        for (const subcatID of subcategories) yield { roomTypeID, catID, subcatID }
      }
    }
  }

  has({ roomTypeID, catID, subcatID }: Place): boolean {
    const subcategories = this.#definitions.get(roomTypeID)?.get(catID)
    return subcatID === null ? subcategories !== undefined : (subcategories?.has(subcatID) ?? false)
  }

  labelsOf(subcatID: number): Slots {
    return this.#labels.get(subcatID) ?? NO_LABELS
  }

  tellingOf(subcatID: number): TitleFields {
    return this.#telling.get(subcatID) ?? []
  }

  standsForOf(subcatID: number): StandsFor {
    return this.#standsFor.get(subcatID) ?? NOTHING
  }

  /** As stored: may include labels that the subcategory no longer has. */
  wantedOf(subcatID: number): Wanted {
    return this.#wanted.get(subcatID) ?? NOTHING_WANTED
  }

  aliasesOf(subcatID: number): readonly string[] {
    return this.#aliases.get(subcatID) ?? []
  }

  /** For a new label, the kind that its name suggests. */
  kindOf(labelID: number): LabelKind {
    return this.#kinds.get(labelID) ?? kindByName(this.nameOf('labels', labelID))
  }

  /** The labels of a subcategory, in the form that items have them. */
  itemLabelsOf(subcatID: number): KindedLabel[] {
    return this.labelsOf(subcatID).flatMap((propID, at) =>
      propID === null
        ? []
        : [{ propID, label: this.nameOf('labels', propID), field: slotOf(at + 1), kind: this.kindOf(propID) }],
    )
  }

  /** Applies the steps in order until one fails; returns whether all succeeded. */
  take(steps: readonly Step[], inUse: InUse): boolean {
    return steps.every((step) => this.#takeOne(step, inUse))
  }

  #takeOne(step: Step, inUse: InUse): boolean {
    switch (step.do) {
      case 'create': {
        const [names, ids] = [this.#names[step.table], this.#ids[step.table]]
        if (names.has(step.id) || ids.has(nameKey(step.name))) return false
        names.set(step.id, step.name)
        ids.set(nameKey(step.name), step.id)
        return true
      }
      case 'delete': {
        if (this.#names[step.table].get(step.id) !== step.name || this.#isNeeded(step.table, step.id, inUse))
          return false
        this.#names[step.table].delete(step.id)
        this.#ids[step.table].delete(nameKey(step.name))
        return true
      }
      case 'rename': {
        const [names, ids] = [this.#names[step.table], this.#ids[step.table]]
        const holder = ids.get(nameKey(step.to))
        if (names.get(step.id) !== step.from || (holder !== undefined && holder !== step.id)) return false
        if (step.kind) {
          if (this.kindOf(step.id) !== step.kind.from) return false
          this.#kinds.set(step.id, step.kind.to)
        }
        ids.delete(nameKey(step.from))
        names.set(step.id, step.to)
        ids.set(nameKey(step.to), step.id)
        return true
      }
      case 'add': {
        const { roomTypeID, catID, subcatID } = step
        const isPossible =
          subcatID === null
            ? this.#names.room_types.has(roomTypeID) && this.#names.categories.has(catID)
            : this.has({ roomTypeID, catID, subcatID: null }) && this.#names.subcategories.has(subcatID)
        if (!isPossible || this.has(step)) return false
        this.#put(step)
        return true
      }
      case 'remove': {
        const categories = this.#definitions.get(step.roomTypeID)
        const subcategories = categories?.get(step.catID)
        if (step.subcatID !== null) return subcategories?.delete(step.subcatID) ?? false
        if (subcategories?.size !== 0) return false
        return categories?.delete(step.catID) ?? false
      }
      case 'labels': {
        const { subcatID, from, to } = step
        const telling = this.tellingOf(subcatID)
        const standsFor = this.standsForOf(subcatID)
        const wanted = this.wantedOf(subcatID)
        const aliases = this.aliasesOf(subcatID)
        const isOfTheseAlone = sameSlots(from, to)
        const isPossible =
          this.#names.subcategories.has(subcatID) &&
          sameSlots(this.labelsOf(subcatID), from) &&
          to.every((label) => label === null || this.#names.labels.has(label)) &&
          (!isOfTheseAlone ||
            ((step.telling === undefined || sameTitleFields(telling, step.telling.from)) &&
              (step.standsFor === undefined || sameStandsFor(standsFor, step.standsFor.from)) &&
              (step.wanted === undefined || sameWanted(wanted, step.wanted.from)) &&
              (step.aliases === undefined || sameAliases(aliases, step.aliases.from))))
        if (isPossible) {
          this.#labels.set(subcatID, to)
          this.#telling.set(subcatID, titleFieldsBy(step, telling))
          this.#standsFor.set(subcatID, classificationBy(step, standsFor))
          this.#wanted.set(subcatID, requiredFieldsBy(step, wanted))
          this.#aliases.set(subcatID, aliasesBy(step, aliases))
        }
        return isPossible
      }
    }
  }

  /** Whether something depends on it and must be deleted first. */
  #isNeeded(table: Named, id: number, inUse: InUse): boolean {
    switch (table) {
      case 'room_types':
        return (this.#definitions.get(id)?.size ?? 0) > 0 || inUse.room_types.has(id)
      case 'categories':
        return [...this.#definitions.values()].some((categories) => categories.has(id)) || inUse.categories.has(id)
      case 'subcategories':
        return (
          [...this.#definitions.values()].some((categories) =>
            [...categories.values()].some((subcategories) => subcategories.has(id)),
          ) ||
          !sameSlots(this.labelsOf(id), NO_LABELS) ||
          inUse.subcategories.has(id)
        )
      case 'labels':
        return [...this.#labels.values()].some((slots) => slots.includes(id))
    }
  }
}
