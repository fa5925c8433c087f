import * as z from 'zod/mini'
import { cover } from '../projects/covers.api.ts'
import { emergencyGroup } from '../items/emergency.api.ts'
import { endpoint, type ExamplesOf } from '../contract/endpoint.ts'
import { message } from '../contract/message.ts'
import { endsAt } from '../contract/ends-at.ts'
import { id, queryID } from '../contract/id.ts'
import { item } from '../items/items.api.ts'
import { LIMITS } from '../contract/limits.ts'
import { trade } from '../structure/classification.schema.ts'
import { KEEPS_PROJECTS } from '../contract/roles.ts'
import { line } from '../contract/text.ts'

/**
 * Read-only links: anyone with the address can view a project, or one room of it, without an account, except for what
 * the link hides. Calls send the address's token as `Authorization: Link TOKEN`.
 */

export const linkName = line(LIMITS.linkName)

const MOST_LABELS = 200
const isHidden = z.boolean({ error: 'Must be true or false.' })

/**
 * `positions` removes from photos where they were taken. `labels` are propIDs of the structure: values under these
 * labels are hidden.
 */
const hides = z.strictObject({
  notes: isHidden,
  files: isHidden,
  positions: z._default(isHidden, true),
  labels: z.array(id, { error: 'Must be a list of labels.' }).check(z.maxLength(MOST_LABELS)),
})
export type Hides = z.output<typeof hides>

/** Rooms that one link can name. */
const MOST_ROOMS = 200

/** What a link shows of its project: everything, or at most one of some rooms, a category, and the work of a trade. */
const scope = z.strictObject({
  rooms: z.optional(
    z
      .array(id, { error: 'Must be a list of rooms.' })
      .check(z.minLength(1, { error: 'Name at least one room.' }), z.maxLength(MOST_ROOMS)),
  ),
  catID: z.optional(id),
  trade: z.optional(trade),
})
export type LinkScope = z.output<typeof scope>

/** `isUsed`: items of the project may currently have a value under it. */
const label = z.object({ propID: id, label: z.string(), isUsed: z.boolean() })
export type LabelToHide = z.output<typeof label>

const link = z.object({
  linkID: id,
  name: z.string(),
  /** Null for a link to the whole project. */
  roomID: z.nullable(id),
  roomName: z.nullable(z.string()),
  /** In words: 'Whole project', 'Hall, Kitchen', 'Paint' or 'Painter'. */
  shows: z.string(),
  hides,
  /** Null for no end. */
  endsAt: z.nullable(z.string()),
  openedAt: z.nullable(z.string()),
  createdAt: z.string(),
  /** Made for the QR codes of its room. */
  forQR: z.boolean(),
  /** Null after a restore, since backups have no tokens: the link still works, but its address can't be shown again. */
  address: z.nullable(z.string()),
})
export type Link = z.output<typeof link>

export const listLinks = endpoint({
  method: 'GET',
  path: '/links',
  summary: "A project's read-only links, the latest first, and the labels that one may hide, those of its items first",
  access: KEEPS_PROJECTS,
  query: z.strictObject({ projectID: queryID }),
  needs: 'own',
  target: { project: 'projectID' },
  notForTemplates: true,
  status: 200,
  response: z.object({
    links: z.array(link),
    labels: z.array(label),
    /** What the items of the project are of, for the scope of a link. */
    categories: z.array(z.object({ catID: id, name: z.string() })),
    trades: z.array(trade),
  }),
})

/**
 * Without `roomID`, the link covers the project, or what `scope` says of it; without `endsAt`, it never expires. A link
 * to one room ends with the room; one to several shows those that are left.
 */
export const createLink = endpoint({
  method: 'PUT',
  path: '/link',
  summary: 'Make a read-only link to a project, or to some rooms, a category or a trade of it',
  access: KEEPS_PROJECTS,
  body: z.strictObject({
    projectID: id,
    roomID: z.optional(id),
    scope: z.optional(scope),
    name: linkName,
    endsAt: z.optional(endsAt),
    hides,
  }),
  needs: 'own',
  target: { room: 'roomID', project: 'projectID' },
  creates: true,
  notForTemplates: true,
  status: 201,
  response: z.object({ linkID: id, message: z.string() }),
  problems: ['too_many_tries'],
})

/** Absent members stay unchanged. Hidden labels that no longer exist are dropped. */
export const updateLink = endpoint({
  method: 'POST',
  path: '/link',
  summary: 'Change the name, the end and what is hidden of a read-only link',
  access: KEEPS_PROJECTS,
  body: z.strictObject({
    linkID: id,
    name: z.optional(linkName),
    endsAt: z.optional(endsAt),
    hides: z.optional(hides),
  }),
  needs: 'own',
  target: { link: 'linkID' },
  status: 200,
  response: message,
})

export const turnOffLink = endpoint({
  method: 'DELETE',
  path: '/link',
  summary: 'Turn off a read-only link',
  access: KEEPS_PROJECTS,
  query: z.strictObject({ linkID: queryID }),
  needs: 'own',
  target: { link: 'linkID' },
  status: 200,
  response: message,
})

/** The link hides only where photos were taken, and never expires, until the owner changes it. */
export const getQRLink = endpoint({
  method: 'POST',
  path: '/roomqr',
  summary: 'The read-only link for the QR codes of a room, created if there is none',
  access: KEEPS_PROJECTS,
  body: z.strictObject({ roomID: id }),
  needs: 'own',
  target: { room: 'roomID' },
  notForTemplates: true,
  status: 200,
  response: z.object({ linkID: id, address: z.string() }),
  problems: ['too_many_tries'],
})

/** A page of items, and where the next ones begin, by which `viewItems` has them; null if there are no more. */
const moreItems = z.object({
  /** As the owner sees them, minus what the link hides. */
  items: z.array(item),
  next: z.nullable(z.number()),
})
export type MoreItems = z.output<typeof moreItems>

/** With the first of its items. */
const viewedRoom = z.extend(moreItems, { roomID: id, roomName: z.string(), cover })
export type ViewedRoom = z.output<typeof viewedRoom>

const roomToView = z.object({
  roomID: id,
  roomName: z.string(),
  roomTypeName: z.string(),
  itemCount: z.number(),
  samples: z.array(z.string()),
})
export type RoomToView = z.output<typeof roomToView>

/**
 * For a link to one room, `room` is present and `rooms` is empty. For a category or trade, `items` are the first
 * that the link shows, in the order of the rooms, and `shows` names it. `filesKey` grants access only to the files that the
 * link shows; `paperTicket` only to its papers, for twelve hours. URLs carry them as `link`.
 */
export const openLink = endpoint({
  method: 'GET',
  path: '/openlink',
  summary: 'What a read-only link shows',
  access: 'link',
  status: 200,
  response: z.object({
    projectID: id,
    projectName: z.string(),
    /** Whose project it is, by name and logo, if they have any; the logo is a file of the link. */
    firm: z.nullable(z.object({ name: z.string(), logo: z.nullable(z.string()) })),
    endsAt: z.nullable(z.string()),
    hides: z.object({ notes: z.boolean(), files: z.boolean(), labels: z.array(z.string()) }),
    forQR: z.boolean(),
    filesKey: z.string(),
    paperTicket: z.string(),
    rooms: z.array(roomToView),
    room: z.nullable(viewedRoom),
    shows: z.nullable(z.string()),
    trade: z.nullable(trade),
    items: z.nullable(z.array(item)),
    next: moreItems.shape.next,
    /** Emergency information, as much as the link shows. */
    emergency: z.array(emergencyGroup),
  }),
})
export type OpenedLink = z.output<typeof openLink.response>

export const viewRoom = endpoint({
  method: 'GET',
  path: '/viewroom',
  summary: 'One room that a read-only link shows',
  access: 'link',
  query: z.strictObject({ roomID: queryID }),
  status: 200,
  response: viewedRoom,
})

/** Anybody with the address can ask, so one answer has as many items as the server reads without delaying others. */
export const VIEW_ITEMS = 500

export const viewItems = endpoint({
  method: 'GET',
  path: '/viewitems',
  summary: 'Further items that a read-only link shows, or those of one room, from where an answer said that they begin',
  access: 'link',
  query: z.strictObject({ roomID: z.optional(queryID), from: queryID }),
  status: 200,
  response: moreItems,
})

const FOUND_AT_MOST = 100
const LONGEST_QUERY = 255

const foundByLink = z.extend(moreItems, { more: z.boolean() })
export type FoundByLink = z.output<typeof foundByLink>

/**
 * Items whose values, notes, file names or place contain words that begin with each word of `q`. At most 100, in the
 * order of the rooms; `more` if there are others. `next` if not all were searched: ask again from there.
 */
export const searchView = endpoint({
  method: 'GET',
  path: '/viewsearch',
  summary: 'Search in what a read-only link shows',
  access: 'link',
  query: z.strictObject({ q: line(LONGEST_QUERY), roomID: z.optional(queryID), from: z.optional(queryID) }),
  status: 200,
  response: foundByLink,
})
export const VIEW_HITS = FOUND_AT_MOST

export const shapes = () => ({
  Link: link,
  LinkScope: scope,
  HideableLabel: label,
  ViewedRoom: viewedRoom,
  RoomToView: roomToView,
})

export const examples = (): ExamplesOf<typeof import('./links.api.ts')> => {
  const hides = { notes: true, files: false, positions: true, labels: [27] }
  const room = { roomID: 8, roomName: 'Hall', cover: null, items: [], next: null }
  return {
    listLinks: {
      query: { projectID: 3 },
      response: {
        links: [
          {
            linkID: 5,
            name: 'Painter, hall',
            roomID: 8,
            roomName: 'Hall',
            shows: 'Hall',
            hides,
            endsAt: '2026-12-20T22:59:59.000Z',
            openedAt: null,
            createdAt: '2026-11-14T16:20:11.000Z',
            forQR: false,
            address: 'https://homes.example.com/view/q7Jx…',
          },
        ],
        labels: [{ propID: 27, label: 'Price', isUsed: true }],
        categories: [{ catID: 2, name: 'Paint' }],
        trades: ['painter'],
      },
    },
    createLink: {
      body: { projectID: 3, roomID: 8, name: 'Painter, hall', endsAt: '2026-12-20T22:59:59.000Z', hides },
      response: { linkID: 5, message: 'Created link "Painter, hall"' },
    },
    updateLink: { body: { linkID: 5, endsAt: null }, response: { message: 'Updated link "Painter, hall"' } },
    turnOffLink: { query: { linkID: 5 }, response: { message: 'Turned off link "Painter, hall"' } },
    getQRLink: {
      body: { roomID: 8 },
      response: { linkID: 6, address: 'https://homes.example.com/view/w2Ka…' },
    },
    openLink: {
      response: {
        projectID: 3,
        projectName: 'Maple Street',
        firm: { name: 'Hale & Moss Interiors', logo: 'Zk3vQ0yqT2uXw8fR1aB5cg' },
        endsAt: '2026-12-20T22:59:59.000Z',
        hides: { notes: true, files: false, labels: ['Price'] },
        forQR: false,
        filesKey: 'Yt5Lr…',
        paperTicket: '5.1793812349000.h8Gv…',
        rooms: [],
        room,
        shows: null,
        trade: null,
        items: null,
        next: null,
        emergency: [],
      },
    },
    viewRoom: { query: { roomID: 8 }, response: room },
    viewItems: { query: { from: 500 }, response: { items: [], next: null } },
    searchView: { query: { q: 'sage' }, response: { items: [], more: false, next: null } },
  }
}
