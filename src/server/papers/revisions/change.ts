/** A project, room or item that differs from the last revision. */
export interface Change {
  /** Its heading in the list; for an item, its room. */
  about: string
  /** The room that it is or was in; '' for the project. */
  room: string
  /** Null if that room is no longer in the book, and for the project. */
  roomID: number | null
  /** Null unless it is an item that is still in the book. */
  itemID: number | null
  /** '' for a room and the project. */
  mark: string
  title: string
  /** The differences, each with the previous value. */
  lines: string[]
}
