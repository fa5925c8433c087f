import type { ChangeOfThing } from '../../shared/history/activity.api.ts'
import type { EventSpec } from '../../shared/history/event-spec.ts'

/** A text before and after; '' for none. */
interface TextChange {
  /** The field's label at that time; '' if it had none, and for texts with a name of their own. */
  label: string
  propID: number | null
  /** The name of such a text. */
  text: ChangeOfThing['text']
  before: string
  after: string
  /** Swatches of both values (structure/sample.ts); null if a value names no material. */
  beforeSample: string | null
  afterSample: string | null
}

/** The contents of one event in a common form for all kinds. */
export interface ReadableEvent {
  changes: TextChange[]
  /** A name, caption or place before and after; null if the event is not about one. */
  was: string | null
  is: string | null
  /** The remote of a file. */
  remote: string | null
  /** For a changed subcategory, the previous one. */
  kindWas: { catID: number; subcatID: number } | null
  /** For reordered files, their remotes in the previous order. */
  orderWas: string[] | null
}

export interface ReadingContext {
  /** Bulk changes record only the name of the label. */
  isOfDates: (label: string) => boolean
  /** The full name of a username. */
  nameOf: (username: string) => string
  /** The title of a kind of event. */
  titleOf: (kind: string) => string
}

export type Reader<Before, After> = (before: Before, after: After, context: ReadingContext) => ReadableEvent

/** How to read each kind of event that a domain declares. A kind without a reader does not compile. */
export type Readers<Specs> = {
  readonly [Kind in keyof Specs]: Specs[Kind] extends EventSpec<{ before: infer Before; after: infer After }>
    ? Reader<Before, After>
    : never
}

const NOTHING: ReadableEvent = { changes: [], was: null, is: null, remote: null, kindWas: null, orderWas: null }

/** An event with only these contents. */
export const readAs = (contents: Partial<ReadableEvent>): ReadableEvent => ({ ...NOTHING, ...contents })

export const readNothing = (): ReadableEvent => NOTHING
export const readNameAfter = (_: unknown, { name }: { name: string }): ReadableEvent => readAs({ is: name })
export const readNameBefore = ({ name }: { name: string }): ReadableEvent => readAs({ was: name })

export const changeOfText = (text: TextChange['text'], before = '', after = ''): TextChange => ({
  ...{ label: '', propID: null, text, before, after, beforeSample: null, afterSample: null },
})
