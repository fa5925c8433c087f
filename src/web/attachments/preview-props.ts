import type { RefObject } from 'react'
import type { Attachment } from '../../shared/items/items.api.ts'

export interface PreviewProps {
  attachment: Attachment
  /** The one to begin with; the first for a page that there is not. */
  page: number
  /** What the keys that turn pages and pictures are pressed in. */
  frame: RefObject<HTMLElement | null>
}
