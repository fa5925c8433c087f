import type { EmergencyGroup } from '../../shared/emergency.ts'
import type { QueryOf } from '../../shared/endpoint.ts'
import type { Item } from '../../shared/items.ts'
import type { getPaper, PaperSize } from '../../shared/papers.ts'
import type { StandsFor } from '../../shared/stands-for.ts'
import type { Change } from '../revisions/changes.ts'
import type { PaperProject, PaperRoom } from './paper-items.repo.ts'
import type { Printed } from './paper-process.ts'

export type PaperQuery = QueryOf<typeof getPaper>

/** What a book says of itself that is issued. */
export interface PaperRevision {
  number: number
  note: string
  /** The one before; null for the first. */
  since: { number: number; at: Date } | null
  /** What is otherwise since then, in the order of the book. */
  changes: readonly Change[]
  /** Where in these an item is, by its id. */
  changeOf: ReadonlyMap<number, number>
}

/** What a paper is made of, as its reader sees it. */
export interface PaperOf {
  query: PaperQuery
  size: PaperSize
  /** By a read-only link its name alone. */
  project: PaperProject
  now: Date
  /** In their order, the empty ones too. */
  rooms: readonly PaperRoom[]
  /** Those that suit, room after room. */
  items: readonly Item[]
  /** What one looks for in an emergency, where that is read in place of rooms and items. */
  emergency: readonly EmergencyGroup[]
  /** The number of a code that leads to an item, to a room, or to Project Home; null where the reader gets none. */
  codeOf: (place: { roomID: number; itemID?: number } | 'home') => number | null
  /** The number of a picture on one of the items, by its remote, for a place of that size; null where the reader gets none. */
  pictureOf: (remote: string, printed: Printed) => number | null
  /** Its mark in all papers of the project (marks.ts). */
  markOf: (item: Pick<Item, 'itemID'>) => string
  /** Each mark that was ever issued or that an item has, with its finish. */
  finishes: ReadonlyMap<string, string>
  /** What its subcategory stands for. */
  standsFor: (item: Pick<Item, 'subcatID'>) => StandsFor
  /** Only of a book that is issued. */
  revision?: PaperRevision
}

/** What a subcategory says of its items, as far as the reader sees that. */
export type PaperKindOfItem = Pick<Item, 'subCatName' | 'labels'> & StandsFor

/** How a kind of paper is made: each is a file of its own. */
export interface PaperMaking {
  /** Its file of papers/. */
  template: string
  /** What it is made of. */
  reads: 'items' | 'emergency'
  /** Whether whoever looks by a read-only link may have it. */
  forLinks: boolean
  /** Whether it shows the pictures on items. */
  hasPictures: (query: PaperQuery) => boolean
  hasMarks: boolean
  /** Whether items of that subcategory are on it. */
  suits: (kind: PaperKindOfItem, query: PaperQuery) => boolean
  /** The only items that are on it, where it is of chosen ones. */
  chosen?: (query: PaperQuery) => readonly number[] | undefined
  /** What it is called, and its data beside what every paper has. */
  make: (of: PaperOf) => { name: string; data: object }
}
