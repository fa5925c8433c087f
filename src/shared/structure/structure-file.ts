import { LABEL_KINDS, type LabelKind } from './label-kinds.ts'
import * as z from 'zod/mini'
import { MOST_TELLING } from './item-title.ts'
import { LIMITS } from '../contract/limits.ts'
import { nameKey } from '../contract/name-key.ts'
import { labelKind } from './room-structure.api.ts'
import type { StandsFor } from './classification.ts'
import { standsFor as standing } from './classification.schema.ts'
import { MOST_ALIASES } from './aliases.ts'
import { line } from '../contract/text.ts'
import { SENTENCES } from '../contract/text-rules.ts'

/** Empty members are omitted; older files do not mention `emergency` and leave it unchanged. */
export const standsInFile = z.strictObject({
  surface: z.optional(standing.shape.surface),
  trade: z.optional(standing.shape.trade),
  emergency: standing.shape.emergency,
})

/** Labels by name; papers that are not required are omitted. */
export const wantedInFile = z.object({
  labels: z.array(z.string()),
  manual: z.optional(z.boolean()),
  receipt: z.optional(z.boolean()),
})
type WantedInFile = z.output<typeof wantedInFile>

/**
 * The whole structure by name. A subcategory's labels are in slot order, '' for an empty slot; a category's
 * subcategories are those of any room type. The other members are keyed by subcategory, or by label in `kinds`:
 * `telling` has the title labels in order (files of the first version have none), `standsFor` the surface, trade and
 * emergency group, `wanted` what the next owner needs to know of an item, `aliases` its other names. What they do not mention stays unchanged.
 */
export interface StructureFile {
  subcategories: Record<string, string[]>
  telling?: Record<string, string[]>
  standsFor?: Record<string, z.output<typeof standsInFile>>
  wanted?: Record<string, WantedInFile>
  aliases?: Record<string, string[]>
  kinds?: Record<string, LabelKind>
  categories: Record<string, string[]>
  roomTypes: Record<string, Record<string, string[]>>
}

export type ExportedStructure = Required<StructureFile>

const roomTypeName = line(LIMITS.roomTypeName)
const categoryName = line(LIMITS.categoryName)
const subcategoryName = line(LIMITS.subcategoryName)
const labelName = line(LIMITS.label)

/** Per place in a file; thirty times the shipped structure. Comparing many more would block the event loop. */
const MOST_NAMES = 4000

/** How much of a name an error shows; an invalid one may have any length. */
const SHOWN = 80

/** The message includes the place in the file: subcategories › Faucet › field 3: Must be at most 32 characters. */
class Wrong extends Error {
  constructor(place: readonly string[], sentence: string) {
    super(`${place.map((step) => step.slice(0, SHOWN)).join(' › ')}: ${sentence}`)
  }
}

const nameIn = (schema: z.ZodMiniType<string>, value: unknown, place: readonly string[]): string => {
  const { data, error } = schema.safeParse(value)
  if (error) throw new Wrong(place, error.issues[0]?.message ?? SENTENCES.notText)
  return data
}

/** Checks name by name: copying unknown members would cost as much as reading them. */
const refuseUnknown = (value: object, known: readonly string[], place: readonly string[]): void => {
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Wrong([...place, unknown], SENTENCES.notKnown)
}

const refuseMany = (names: readonly unknown[], place: readonly string[]): void => {
  if (names.length > MOST_NAMES) throw new Wrong(place, `At most ${MOST_NAMES} names.`)
}

const refuseTwice = (names: readonly string[], place: readonly string[]): void => {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(nameKey(name))) throw new Wrong(place, `"${name}" is listed twice.`)
    seen.add(nameKey(name))
  }
}

/** Members by trimmed name. Built from entries, so that "__proto__" is an ordinary name. */
const membersIn = <T>(
  value: unknown,
  place: readonly string[],
  name: z.ZodMiniType<string>,
  read: (member: unknown, place: readonly string[]) => T,
): Record<string, T> => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Wrong(place, 'Must be an object whose members are named.')
  }
  const entries = Object.entries(value)
  refuseMany(entries, place)
  const members = entries.map(([key, member]): [string, T] => {
    const at = [...place, key]
    return [nameIn(name, key, at), read(member, at)]
  })
  refuseTwice(
    members.map(([key]) => key),
    place,
  )
  return Object.fromEntries(members)
}

const listIn = (value: unknown, place: readonly string[]): unknown[] => {
  if (!Array.isArray(value)) throw new Wrong(place, 'Must be a list of names.')
  return value
}

const subcategoriesIn = (value: unknown, place: readonly string[]): string[] => {
  const list = listIn(value, place)
  refuseMany(list, place)
  const names = list.map((name, at) => nameIn(subcategoryName, name, [...place, `number ${at + 1}`]))
  refuseTwice(names, place)
  return names
}

const labelsIn = (value: unknown, place: readonly string[]): string[] => {
  const list = listIn(value, place)
  if (list.length > LIMITS.itemFields) throw new Wrong(place, `At most ${LIMITS.itemFields} labels fit.`)
  const names = list.map((name, at) =>
    typeof name === 'string' && name.trim() === '' ? '' : nameIn(labelName, name, [...place, `field ${at + 1}`]),
  )
  refuseTwice(
    names.filter((name) => name !== ''),
    place,
  )
  return names
}

/** Accepts only labels that the file gives the subcategory. */
const tellingIn = (value: unknown, subcategories: Record<string, string[]>): Record<string, string[]> => {
  const labelsOf = new Map(Object.entries(subcategories).map(([name, labels]) => [nameKey(name), labels.map(nameKey)]))
  return membersIn(value, ['telling'], subcategoryName, (list, place) => {
    const names = labelsIn(list, place)
    if (names.length > MOST_TELLING) throw new Wrong(place, `At most ${MOST_TELLING} labels make a title.`)
    const labels = labelsOf.get(nameKey(place.at(-1) ?? ''))
    const other = names.find((name) => name === '' || !labels?.includes(nameKey(name)))
    if (other !== undefined) throw new Wrong(place, `"${other}" is not among its labels.`)
    return names
  })
}

const standingIn = (value: unknown, subcategories: Record<string, string[]>): Record<string, StandsFor> => {
  const known = new Set(Object.keys(subcategories).map(nameKey))
  return membersIn(value, ['standsFor'], subcategoryName, (member, place) => {
    if (!known.has(nameKey(place.at(-1) ?? ''))) throw new Wrong(place, 'Not among the subcategories.')
    const { data, error } = standsInFile.safeParse(member)
    if (error) {
      const [issue] = error.issues
      throw new Wrong([...place, ...(issue?.path ?? []).map(String)], issue?.message ?? SENTENCES.notText)
    }
    return { ...data, surface: data.surface ?? null, trade: data.trade ?? null }
  })
}

const yesOrNoIn = (value: unknown, place: readonly string[]): boolean => {
  if (typeof value !== 'boolean') throw new Wrong(place, 'Must be true or false.')
  return value
}

/** Accepts only labels that the file gives the subcategory. */
const wantedIn = (value: unknown, subcategories: Record<string, string[]>): Record<string, WantedInFile> => {
  const labelsOf = new Map(Object.entries(subcategories).map(([name, labels]) => [nameKey(name), labels.map(nameKey)]))
  return membersIn(value, ['wanted'], subcategoryName, (member, place) => {
    if (typeof member !== 'object' || member === null) throw new Wrong(place, 'Must be an object.')
    refuseUnknown(member, Object.keys(wantedInFile.shape), place)
    const { labels, manual, receipt } = member as Record<string, unknown>
    const names = labelsIn(labels ?? [], [...place, 'labels'])
    const known = labelsOf.get(nameKey(place.at(-1) ?? ''))
    if (!known) throw new Wrong(place, 'Not among the subcategories.')
    const other = names.find((name) => name === '' || !known.includes(nameKey(name)))
    if (other !== undefined) throw new Wrong([...place, 'labels'], `"${other}" is not among its labels.`)
    return {
      labels: names,
      manual: manual === undefined ? false : yesOrNoIn(manual, [...place, 'manual']),
      receipt: receipt === undefined ? false : yesOrNoIn(receipt, [...place, 'receipt']),
    }
  })
}

const aliasesIn = (value: unknown, subcategories: Record<string, string[]>): Record<string, string[]> => {
  const known = new Set(Object.keys(subcategories).map(nameKey))
  return membersIn(value, ['aliases'], subcategoryName, (member, place) => {
    if (!known.has(nameKey(place.at(-1) ?? ''))) throw new Wrong(place, 'Not among the subcategories.')
    const names = subcategoriesIn(member, place)
    if (names.length > MOST_ALIASES) throw new Wrong(place, `At most ${MOST_ALIASES} names.`)
    return names
  })
}

const kindsIn = (value: unknown, subcategories: Record<string, string[]>): Record<string, LabelKind> => {
  const known = new Set(Object.values(subcategories).flat().map(nameKey))
  return membersIn(value, ['kinds'], labelName, (member, place) => {
    if (!known.has(nameKey(place.at(-1) ?? ''))) throw new Wrong(place, 'Not among the labels.')
    const { data, error } = labelKind.safeParse(member)
    if (error) throw new Wrong(place, `Must be one of ${LABEL_KINDS.join(', ')}.`)
    return data
  })
}

/** The structure in a file, or one sentence that says what is wrong and where. */
export const readStructureFile = (
  value: unknown,
): { structure: StructureFile; wrong?: undefined } | { structure?: undefined; wrong: string } => {
  try {
    const parts = (value ?? {}) as Partial<Record<keyof StructureFile, unknown>>
    const { subcategories, telling, standsFor, wanted, aliases, kinds, categories, roomTypes } = parts
    const labelled = membersIn(subcategories, ['subcategories'], subcategoryName, labelsIn)
    const structure = {
      subcategories: labelled,
      telling: tellingIn(telling ?? {}, labelled),
      ...(standsFor !== undefined && { standsFor: standingIn(standsFor, labelled) }),
      ...(wanted !== undefined && { wanted: wantedIn(wanted, labelled) }),
      ...(aliases !== undefined && { aliases: aliasesIn(aliases, labelled) }),
      ...(kinds !== undefined && { kinds: kindsIn(kinds, labelled) }),
      categories: membersIn(categories, ['categories'], categoryName, subcategoriesIn),
      roomTypes: membersIn(roomTypes, ['roomTypes'], roomTypeName, (definition, place) =>
        membersIn(definition, place, categoryName, subcategoriesIn),
      ),
    }
    refuseUnknown(parts, Object.keys({ ...structure, standsFor, wanted, aliases, kinds }), [])
    return { structure }
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.message }
    throw error
  }
}
