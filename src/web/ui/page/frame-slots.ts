import { createContext } from 'react'

/** Elements around each page, for portals; null until they are mounted. */
export const FrameSlots = createContext<{ header: Element | null; footer: Element | null }>({
  header: null,
  footer: null,
})
