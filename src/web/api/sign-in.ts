import { useSyncExternalStore } from 'react'

let isAsked = false
const listeners = new Set<() => void>()

/** Whether the latest answer came from something in front of the server that asks to sign in. */
export const noteSignIn = (asked: boolean): void => {
  if (asked === isAsked) return
  isAsked = asked
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSignIn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isAsked,
    () => false,
  )
