import { expressionBuilder } from 'kysely'
import {
  EMERGENCY_ENTRIES,
  type EmergencyEntry,
  type EmergencyGroup,
  type EmergencySheet,
} from '../../../shared/items/emergency.api.ts'
import { FACTS_OF_KIND, factsOf } from '../../../shared/items/emergency-facts.ts'
import type { EmergencyFact } from '../../../shared/projects/projects.api.ts'
import { EMERGENCIES, EMERGENCY_NAMES, type Emergency } from '../../../shared/structure/classification.ts'
import { inOwnOrder, sortedBy } from '../../../shared/contract/order.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Actor, Reader } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { parseJSON, withoutIndex } from '../../platform/db/engine.ts'
import { may, readableItems, readableProjects, readableRooms } from '../../platform/db/access/core.ts'
import { groupBy } from '../../platform/lib/group-by.ts'
import { wholeItems } from '../read-items.repo.ts'
import { hideFrom } from '../hide.ts'
import { entryOf } from './emergency-entry.ts'

/** At most this many items of a home are examined. */
const LOOKED_THROUGH = 2000

/** Main shut-off valves. */
const MAIN = /\b(main|whole|entire|house|home|building|street|meter|gas)\b/i

interface Found {
  itemID: number
  title: string
  emergency: Emergency
}

interface Place {
  projectID: number
  roomIDs?: readonly number[] | undefined
  itemID?: number | undefined
}

const itemsOf = (db: Database, reader: Reader, { projectID, roomIDs, itemID }: Place) =>
  readableItems(db, reader)
    // Uses the index of rooms: items have none on their project alone.
    .where('rooms.project_id', '=', projectID)
    .$if(roomIDs !== undefined, (query) => query.where('rooms.id', 'in', roomIDs ?? []))
    .$if(itemID !== undefined, (query) => query.where('items.id', '=', itemID ?? 0))
    .innerJoin('subcategories', (join) => join.on('subcategories.id', '=', withoutIndex('items.subcategory_id')))
    .where('subcategories.emergency', 'is not', null)

/** Whether there are any, as a column. */
export const hasEmergency = (db: Database, actor: Actor, projectID: number) =>
  expressionBuilder<object, never>().exists(itemsOf(db, actor, { projectID }).select('items.id'))

/** The items that the reader can see, in the order of the rooms, main valves first. */
const findItems = async (db: Database, reader: Reader, place: Place): Promise<Found[]> => {
  const rows = await itemsOf(db, reader, place)
    .select(['items.id as itemID', 'items.title', 'rooms.name as roomName', 'rooms.position'])
    .select((eb) => eb.ref('subcategories.emergency').$notNull().as('emergency'))
    .orderBy(withoutIndex('items.id'))
    .limit(LOOKED_THROUGH)
    .execute()
  // The title may contain a value that a link hides.
  const mayRank = reader.kind !== 'link' || reader.hides.labels.length === 0
  const isMain = ({ emergency, title }: Found) => mayRank && emergency === 'valve' && MAIN.test(title)
  const inRooms = inOwnOrder(rows, ({ roomName }) => roomName)
  return [...inRooms.filter(isMain), ...inRooms.filter((row) => !isMain(row))]
}

/**
 * The emergency entries that the reader can see, by kind, at most `most` of each, in two statements. Also used for
 * papers.
 */
export const gatherEmergency = async (
  db: Database,
  reader: Reader,
  place: Place,
  most = EMERGENCY_ENTRIES,
): Promise<EmergencyGroup[]> => {
  const found = groupBy(await findItems(db, reader, place), ({ emergency }) => emergency)
  // Contacts are sorted only after reading them, so read enough.
  const readOf = (emergency: Emergency) => (emergency === 'contact' ? Math.max(most, EMERGENCY_ENTRIES) : most)
  const chosen = EMERGENCIES.flatMap((emergency) => found(emergency).slice(0, readOf(emergency)))
  if (chosen.length === 0) return []
  const rows = await wholeItems(db, reader)
    .where(
      'items.id',
      'in',
      chosen.map(({ itemID }) => itemID),
    )
    .select('items.id as itemID')
    .execute()
  const items = new Map(rows.map(({ itemID, item }) => [itemID, parseJSON(item)]))
  return EMERGENCIES.flatMap((emergency) => {
    const ofKind = found(emergency)
    const entries = ofKind.slice(0, readOf(emergency)).flatMap(({ itemID }) => {
      const item = items.get(itemID)
      return item ? [entryOf(emergency, reader.kind === 'link' ? hideFrom(item, reader.hides) : item)] : []
    })
    const telling = inOrder(emergency, entries.filter(saysSomething))
    const more = Math.max(0, ofKind.length - readOf(emergency)) + Math.max(0, telling.length - most)
    return telling.length === 0
      ? []
      : [{ emergency, name: EMERGENCY_NAMES[emergency], entries: telling.slice(0, most), more }]
  })
}

/** Drops contacts of which a link hides everything. */
const saysSomething = ({ emergency, values, note }: EmergencyEntry): boolean =>
  emergency !== 'contact' || values.length > 0 || note !== ''

/** Contacts with a phone number come first. */
const inOrder = (emergency: Emergency, entries: readonly EmergencyEntry[]): EmergencyEntry[] =>
  emergency === 'contact'
    ? [...entries.filter(({ phones }) => phones.length > 0), ...entries.filter(({ phones }) => phones.length === 0)]
    : [...entries]

/** The facts on Project Home. */
export const listEmergencyFacts = async (db: Database, actor: Actor, projectID: number): Promise<EmergencyFact[]> =>
  factsOf(await gatherEmergency(db, actor, { projectID }, FACTS_OF_KIND))

/** Throws `not_found` for the project. */
export const readEmergencySheet = async (db: Database, actor: Actor, projectID: number): Promise<EmergencySheet> => {
  const project = await readableProjects(db, actor)
    .where('projects.id', '=', projectID)
    .select('projects.name')
    .select(may(actor))
    .executeTakeFirst()
  if (!project) throw new AppError('not_found')
  return {
    ...{ projectID, projectName: project.name, may: project.may },
    groups: await gatherEmergency(db, actor, { projectID }),
    record: project.may === 'read' ? [] : await listPlacesToRecord(db, actor, projectID),
  }
}

/**
 * For each kind, a room to record it in: one whose type has the most emergency subcategories, such as Whole House; or,
 * without such a room, the types that have it.
 */
const listPlacesToRecord = async (db: Database, actor: Actor, projectID: number): Promise<EmergencySheet['record']> => {
  const places = await db
    .selectFrom('room_type_subcategories')
    .innerJoin('subcategories', 'subcategories.id', 'room_type_subcategories.subcategory_id')
    .innerJoin('room_types', 'room_types.id', 'room_type_subcategories.room_type_id')
    .where('subcategories.emergency', 'is not', null)
    .select(['room_types.id as typeID', 'room_types.name as roomType', 'subcategories.name as subCatName'])
    .select((eb) => eb.ref('subcategories.emergency').$notNull().as('emergency'))
    .distinct()
    .execute()
  const rooms = await readableRooms(db, actor)
    .where('rooms.project_id', '=', projectID)
    .select(['rooms.id as roomID', 'rooms.name as roomName', 'rooms.position', 'rooms.room_type_id as typeID'])
    .execute()
  const kindsOf = groupBy(places, ({ typeID }) => typeID)
  const kindsIn = (typeID: number) => new Set(kindsOf(typeID).map(({ emergency }) => emergency)).size
  const likeliest = inOwnOrder(rooms, ({ roomName }) => roomName).sort((a, b) => kindsIn(b.typeID) - kindsIn(a.typeID))
  return EMERGENCIES.flatMap((emergency) => {
    const facts = places.filter((place) => place.emergency === emergency)
    if (facts.length === 0) return []
    const room = likeliest.find(({ typeID }) => facts.some((place) => place.typeID === typeID))
    const inIt = facts.find(({ typeID }) => typeID === room?.typeID) ?? facts[0]
    return {
      emergency,
      name: EMERGENCY_NAMES[emergency],
      subCatName: inIt?.subCatName ?? '',
      room: room ? { roomID: room.roomID, roomName: room.roomName } : null,
      roomTypes: sortedBy([...new Set(facts.map(({ roomType }) => roomType))], (name) => name),
    }
  })
}
