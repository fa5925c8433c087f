import type { RefObject } from 'react'
import type { Attachment } from '../../../shared/items/items.api.ts'

export interface PreviewProps {
  attachment: Attachment
  /** The initial page; page 1 if it does not exist. */
  page: number
  /** The element that handles the keys for next and previous. */
  frame: RefObject<HTMLElement | null>
}
