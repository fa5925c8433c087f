import type { ItemValues } from '../../shared/history/event-spec.ts'
import { titleOf } from '../../shared/structure/item-title.ts'
import type { Item, Replaced } from '../../shared/items/items.api.ts'
import { sampleOf } from '../structure/sample-of.ts'

/** Values changed within this time were replaced together. */
const TOGETHER_MS = 60 * 60 * 1000

/** An item's previous values, from the event of a change; JSON. */
interface FormerValues {
  at: string
  before: string | null
}

/**
 * The item's title values before the current ones, under today's labels: what the last change of a title value
 * replaced, including changes in the hour before it. Null if nothing was replaced. `changes` are the latest first.
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
