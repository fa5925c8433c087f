import type { EmergencyGroup } from '../../shared/items/emergency.api.ts'
import type { QueryOf } from '../../shared/contract/endpoint.ts'
import type { Item } from '../../shared/items/items.api.ts'
import type { getPaper, PaperSize } from '../../shared/papers/papers.api.ts'
import type { StandsFor } from '../../shared/structure/classification.ts'
import type { Change } from './revisions/change.ts'
import type { PaperKindOfItem, PaperProject, PaperRoom } from './paper-items.repo.ts'
import type { Printed } from './paper-process.ts'

export type PaperQuery = QueryOf<typeof getPaper>

/** The text of an issued book about its revision. */
export interface PaperRevision {
  number: number
  note: string
  /** The previous revision; null for the first. */
  since: { number: number; at: Date } | null
  /** The latest of those issued before, oldest first. */
  earlier: readonly { number: number; at: Date }[]
  /** The changes since then, in the order of the book. */
  changes: readonly Change[]
  /** The index of an item's change, by item id. */
  changeOf: ReadonlyMap<number, number>
}

/** The content of a paper as its reader sees it. */
export interface PaperOf {
  query: PaperQuery
  size: PaperSize
  /** For a read-only link only its name. */
  project: PaperProject
  now: Date
  /** In order, including empty ones. */
  rooms: readonly PaperRoom[]
  /** Matching items, room by room. */
  items: readonly Item[]
  /** Emergency information, for papers that read it instead of rooms and items. */
  emergency: readonly EmergencyGroup[]
  /** The number of the QR code for an item, a room or Project Home; null if the reader gets none. */
  codeOf: (place: { roomID: number; itemID?: number } | 'home') => number | null
  /** The number of an item's picture, by remote, for a place of that size; null if the reader gets none. */
  pictureOf: (remote: string, printed: Printed) => number | null
  /** The item's mark, which is the same in all papers of the project (marks.ts). */
  markOf: (item: Pick<Item, 'itemID'>) => string
  /** The finish of each mark that was ever issued or that an item has. */
  finishes: ReadonlyMap<string, string>
  /** The classification of its subcategory. */
  standsFor: (item: Pick<Item, 'subcatID'>) => StandsFor
  /** Only for a book that is being issued. */
  revision?: PaperRevision
}

/** Defines one kind of paper; each has its own file. */
export interface PaperMaking {
  /** Its file in papers/. */
  template: string
  /** The data it needs. */
  reads: 'items' | 'emergency'
  /** Whether read-only links may use it. */
  forLinks: boolean
  /** Whether it shows pictures of items. */
  hasPictures: (query: PaperQuery) => boolean
  hasMarks: boolean
  /** Whether it includes items of that subcategory. */
  suits: (kind: PaperKindOfItem, query: PaperQuery) => boolean
  /** For papers of selected items: the ids of these. */
  chosen?: (query: PaperQuery) => readonly number[] | undefined
  /** Its title, and its data beyond that of all papers. */
  make: (of: PaperOf) => { name: string; data: object }
}
