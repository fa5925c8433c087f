import { useState } from 'react'

/** The elements of a list by key; `refTo` is the ref of one of them. */
export const useElements = <Key, E extends HTMLElement>() => {
  const [elements] = useState(() => new Map<Key, E>())
  const refTo = (key: Key) => (element: E) => {
    elements.set(key, element)
    return () => void elements.delete(key)
  }
  return { elements: elements as ReadonlyMap<Key, E>, refTo }
}
