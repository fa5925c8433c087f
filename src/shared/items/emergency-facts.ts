import type { EmergencyFact } from '../projects/projects.api.ts'
import type { Emergency } from '../structure/classification.ts'
import type { EmergencyGroup } from './emergency.api.ts'

/** Facts on Project Home. */
const FACTS_AT_ONCE = 4

/** In the order in which users need them: two valves, and one of each other kind. */
const OF_FACTS: readonly (readonly [emergency: Emergency, at: number])[] = [
  ['valve', 0],
  ['valve', 1],
  ['panel', 0],
  ['gas', 0],
  ['contact', 0],
  ['alarm', 0],
]
/** How many entries of a kind can become facts. */
export const FACTS_OF_KIND = 2

export const factsOf = (groups: readonly EmergencyGroup[]): EmergencyFact[] =>
  OF_FACTS.flatMap(([kind, at]) => groups.find(({ emergency }) => emergency === kind)?.entries[at] ?? [])
    .slice(0, FACTS_AT_ONCE)
    .map(({ emergency, itemID, what, where, phones, picture }) => ({ emergency, itemID, what, where, phones, picture }))
