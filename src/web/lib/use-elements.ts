import { useState } from 'react'

/** The elements of a list by key; `refTo` is the ref of one of them. */
export const useElements = <Key, E extends HTMLElement = HTMLElement>() => {
  const [elements] = useState(() => new Map<Key, E>())
  const refTo = (key: Key) => (element: E | null) => {
    if (element) elements.set(key, element)
    else elements.delete(key)
  }
  return { elements: elements as ReadonlyMap<Key, E>, refTo }
}
