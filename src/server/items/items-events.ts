import type { FieldThen, ItemValues } from '../../shared/history/event-spec.ts'
import type { ITEMS_EVENTS } from '../../shared/items/items-events.ts'
import { SLOTS } from '../../shared/structure/room-structure.api.ts'
import { dateInWords, readDate } from '../../shared/lib/dates.ts'
import {
  changeOfText,
  readAs,
  readNameAfter,
  readNameBefore,
  readNothing,
  type ReadableEvent,
  type Readers,
} from '../history/readable-event.ts'
import { counted } from '../platform/lib/count-rooms-and-items.ts'
import { sampleOf } from '../structure/sample-of.ts'

type Changes = ReadableEvent['changes']

const changesOf = (before: ItemValues | null, after: ItemValues): Changes => [
  ...SLOTS.flatMap((slot) => {
    const [was, is] = [before?.fields?.[slot], after.fields?.[slot]]
    const then = is ?? was
    return then ? [changeOfField(then, was?.value, is?.value)] : []
  }),
  ...(before?.notes === undefined && after.notes === undefined
    ? []
    : [changeOfText('notes', before?.notes, after.notes)]),
]

const changeOfField = ({ label: labelled, propID }: FieldThen, before = '', after = ''): Changes[number] => {
  const label = labelled ?? ''
  const sample = (value: string) => sampleOf('', [{ label, value }])
  return { label, propID, text: null, before, after, beforeSample: sample(before), afterSample: sample(after) }
}

const inItems = (items: number): string => counted({ items, rooms: 0 })

export const READ_ITEMS_EVENTS: Readers<typeof ITEMS_EVENTS> = {
  'item created': (_, after) => readAs({ changes: changesOf(null, after), is: after.subcategory }),
  'item copied': (_, { name, from }) => readAs({ is: from === null ? name : `${name}, from ${from}` }),
  'items copied': (_, { name, rooms, items = 1 }) =>
    readAs({ is: `${items === 1 ? name : inItems(items)}: ${rooms.join(', ')}` }),
  'item changed': (before, after) => readAs({ changes: changesOf(before, after) }),
  'item kind changed': (before, after) =>
    readAs({
      changes: changesOf(before, after),
      was: `${before.category} – ${before.subcategory}`,
      is: `${after.category} – ${after.subcategory}`,
      kindWas: { catID: before.catID, subcatID: before.subcatID },
    }),
  'item moved': (before, after) => readAs({ was: before.room, is: after.room }),
  'items moved': (_, { items, room }) => readAs({ is: `${inItems(items)} to ${room}` }),
  'items reordered': readNothing,
  'items changed': (_, { items, label, value }, { isOfDates }) => {
    const read = isOfDates(label) ? readDate(value) : undefined
    const text = read?.is === 'date' && read.iso === value ? dateInWords(value, 'en-US') : value
    return readAs({ is: `${label} on ${inItems(items)}: ${text || '–'}` })
  },
  'items changed too': (_, { items, labels }) => readAs({ is: `${labels.join(', ')} on ${inItems(items)}` }),
  'item others left': (_, { labels }) => readAs({ is: labels.join(', ') }),
  'item deleted': readNameBefore,
  'items deleted': ({ items }) => readAs({ was: inItems(items) }),
  'items restored': (_, { items }) => readAs({ is: inItems(items) }),
  'items removed': ({ items }) => readAs({ was: inItems(items) }),
  'items undone': (_, { kind, items, rooms }, { titleOf }) =>
    readAs({ is: `${titleOf(kind)}: ${counted({ items, rooms })}` }),
  'item restored': readNameAfter,
  'item removed': readNameBefore,
}
