import type { Slot } from '../structure/room-structure.api.ts'

/**
 * The event log of user data: one event for each change, in id order. History, activity, notifications and the "what is
 * new" of papers are all derived from it. Events are never changed; they are deleted with their project, or when it is
 * handed over without its history. Each domain declares its kinds of events, and `src/shared/events.ts` joins them.
 */

/** What a webhook can ask for. Each kind of event belongs to one topic. */
export const TOPICS = ['item', 'file', 'room', 'task', 'photo', 'project', 'member', 'link', 'revision'] as const
export type Topic = (typeof TOPICS)[number]

/** One kind of event. Rows store the kind and webhooks send the type, so neither ever changes. */
export interface EventSpec<Shape> {
  topic: Topic
  /** What webhooks send. */
  type: string
  /** The title in the activity of a project. */
  title: string
  /** For types only: the ids of the thing in the project, and the state before and after, null if there was none. */
  shape?: Shape
}

/** A kind of event that the history of an item shows. */
export interface ItemEventSpec<Shape> extends EventSpec<Shape> {
  /** The title there. */
  short: string
}

export interface AboutProject {
  roomID?: undefined
  itemID?: undefined
}
export interface AboutRoom {
  roomID: number
  itemID?: undefined
}
export interface MaybeAboutRoom {
  roomID?: number
  itemID?: undefined
}
export interface AboutItem {
  roomID: number
  itemID: number
}
export interface MaybeAboutItem {
  roomID?: number
  itemID?: number
}

/** Declares kinds of events about such things. */
export const eventsOf =
  <About>(topic: Topic) =>
  <Before, After>(type: string, title: string): EventSpec<About & { before: Before; after: After }> => ({
    ...{ topic, type, title },
  })

/** Declares kinds of events that the history of an item shows. */
export const itemEventsOf =
  <About>(topic: Topic) =>
  <Before, After>(
    type: string,
    title: string,
    short: string,
  ): ItemEventSpec<About & { before: Before; after: After }> => ({
    ...{ topic, type, title, short },
  })

export interface Named {
  name: string
}

export interface FileThen {
  remote: string
  /** The display name. */
  name: string
}

/** A field's value and its label at that time; null if it had none. */
export interface FieldThen {
  label: string | null
  propID: number | null
  value: string
}

/** For a change, only the changed fields; for a new item, only the filled ones. */
export interface ItemValues {
  notes?: string
  fields?: Partial<Record<Slot, FieldThen>>
}

/** The number of items included. */
export interface Copied {
  items: number
}

/** A room's position in a custom order. */
export interface Positioned {
  position?: number
}

/** The position of each in a custom order; null if it had none. */
export interface InOrder {
  /** Events of older versions lack this and cannot be undone. */
  places?: (number | null)[]
}
