import type { ReactNode } from 'react'

/** A selectable row. */
export interface Tickable {
  itemID: number
  subcatID: number
  chip: ReactNode
  title: string
  /** Its subcategory. */
  above: string
  /** Distinguishing details; '' for none. */
  below: string
}

export interface TickGroup {
  key: string
  name: string
  things: readonly Tickable[]
}

/** The selected items of one project. */
export interface Ticked {
  projectID: number
  things: readonly Tickable[]
}

/** Props of the dialogs for selected items. */
export interface DialogProps {
  ticked: Ticked
  /** Reports success: the message, and its event. */
  onDone: (message: string, eventID: number | null) => void
  onClose: () => void
}
