import { useEffect, useRef, type RefObject } from 'react'
import { useElements } from '../use-elements.ts'

/** Moves the focus of an entry that is removed from a list to its neighbor, after the last entry to `fallback`. */
export const useNeighborFocus = <Key, E extends HTMLElement>(
  keys: readonly Key[],
  fallback: RefObject<HTMLElement | null>,
) => {
  const { elements, refTo } = useElements<Key, E>()
  const going = useRef<{ key: Key; position: number }>(undefined)
  useEffect(() => {
    if (!going.current || keys.includes(going.current.key)) return
    const { position } = going.current
    going.current = undefined
    if (document.activeElement !== document.body) return
    const neighbor = keys[position] ?? keys.at(-1)
    const target = neighbor === undefined ? fallback.current : elements.get(neighbor)
    target?.focus()
  })
  return {
    /** The ref of what takes the focus in an entry. */
    refTo,
    /** Call before an entry is removed. */
    goes: (key: Key) => {
      going.current = { key, position: keys.indexOf(key) }
    },
  }
}
