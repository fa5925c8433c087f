import type { ReactNode } from 'react'

/** What can be ticked, as its row shows it. */
export interface Tickable {
  itemID: number
  subcatID: number
  chip: ReactNode
  title: string
  /** Its subcategory. */
  above: string
  /** What tells it apart further; '' for nothing. */
  below: string
}

export interface TickGroup {
  key: string
  name: string
  things: readonly Tickable[]
}

/** What somebody has ticked in one project. */
export interface Ticked {
  projectID: number
  things: readonly Tickable[]
}

/** What each dialog over ticked things gets. */
export interface DialogProps {
  ticked: Ticked
  /** Something was done: the sentence, and its event. */
  onDone: (message: string, eventID: number | null) => void
  onClose: () => void
}
