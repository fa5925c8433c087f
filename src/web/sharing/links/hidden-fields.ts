import { kindByName, traitsOf } from '../../../shared/structure/label-kinds.ts'
import type { Hides, LabelToHide } from '../../../shared/sharing/links.api.ts'

interface FieldGroup {
  name: string
  /** Its labels by id. */
  labels: readonly number[]
}

const SERIAL = /\bserial\b/i

/** Labels that are hidden together, by name, and all others. */
const groupFields = (labels: readonly LabelToHide[]): { groups: FieldGroup[]; others: LabelToHide[] } => {
  const groupOf = ({ label }: LabelToHide): string | undefined =>
    SERIAL.test(label) ? 'Serial numbers' : traitsOf(kindByName(label)).isPrice ? 'Prices' : undefined
  const idsOf = (name: string) => labels.filter((label) => groupOf(label) === name).map(({ propID }) => propID)
  const groups = ['Prices', 'Serial numbers'].map((name) => ({ name, labels: idsOf(name) }))
  return {
    groups: groups.filter((group) => group.labels.length > 0),
    others: labels.filter((label) => groupOf(label) === undefined),
  }
}

/** A group of which only some are hidden is listed label by label. */
const isPartly = (group: FieldGroup, hidden: readonly number[]): boolean => {
  const count = group.labels.filter((id) => hidden.includes(id)).length
  return count > 0 && count < group.labels.length
}

/** The same for what a link hides. */
export const groupHidden = (
  labels: readonly LabelToHide[],
  hidden: readonly number[],
): ReturnType<typeof groupFields> => {
  const { groups } = groupFields(labels)
  const whole = groups.filter((group) => !isPartly(group, hidden))
  const grouped = new Set(whole.flatMap((group) => group.labels))
  return { groups: whole, others: labels.filter(({ propID }) => !grouped.has(propID)) }
}

export const hiddenInWords = (
  { notes, files, positions, labels: hidden }: Hides,
  labels: readonly LabelToHide[],
): string[] => {
  const { groups, others } = groupHidden(labels, hidden)
  return [
    ...(notes ? ['Notes'] : []),
    ...(files ? ['Files'] : []),
    ...groups.filter((group) => group.labels.every((id) => hidden.includes(id))).map(({ name }) => name),
    ...(positions ? ['Locations of photos'] : []),
    ...others.filter(({ propID }) => hidden.includes(propID)).map(({ label }) => label),
  ]
}
