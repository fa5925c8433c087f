import type { ItemValues } from '../../shared/events.ts'
import { titleOf } from '../../shared/item-title.ts'
import type { Item, Replaced } from '../../shared/items.ts'
import { sampleOf } from './sample-of.ts'

/** Somebody who types one value after the other replaces them together. */
const TOGETHER_MS = 60 * 60 * 1000

/** What a change of an item's values told of them before; JSON. */
export interface FormerValues {
  at: string
  before: string | null
}

/**
 * What told the item apart before that which does now, under the labels of today: what the last change of a telling value
 * replaced, with those of the hour before. Null where nothing was there to be replaced. `changes` come the latest first.
 */
export const replacedIn = (item: Item, changes: readonly FormerValues[]): Replaced | null => {
  const fields = { ...item }
  const telling = item.labels.filter(({ field }) => item.telling.includes(field))
  let at: string | undefined
  let wasThere = false
  for (const change of changes) {
    if (at !== undefined && Date.parse(at) - Date.parse(change.at) > TOGETHER_MS) break
    const before = Object.values((JSON.parse(change.before ?? '{}') as ItemValues).fields ?? {})
    for (const { propID, field } of telling) {
      const was = before.find((each) => each.propID === propID)
      if (!was) continue
      at ??= change.at
      wasThere ||= was.value !== ''
      fields[field] = was.value
    }
  }
  const title = titleOf(item.telling, fields, '')
  if (at === undefined || !wasThere || title === '' || title === item.title) return null
  const values = telling.map(({ label, field }) => ({ label, value: fields[field] }))
  return { at, title, sample: sampleOf(item.subCatName, values) }
}
