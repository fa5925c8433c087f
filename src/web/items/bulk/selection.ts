import type { ReactNode } from 'react'

/** A selectable row. */
export interface SelectableItem {
  itemID: number
  subcatID: number
  chip: ReactNode
  title: string
  /** Its subcategory. */
  subcategory: string
  /** Distinguishing details; '' for none. */
  details: string
}

export interface SelectableGroup {
  key: string
  name: string
  things: readonly SelectableItem[]
}

/** The selected items of one project. */
interface Selection {
  projectID: number
  things: readonly SelectableItem[]
}

/** Props of the dialogs for selected items. */
export interface SelectionDialogProps {
  selection: Selection
  /** Reports success: the message, and its event. */
  onDone: (message: string, eventID: number | null) => void
  onClose: () => void
}
