import { useSyncExternalStore } from 'react'
import { appState, createSignal } from './app-state.ts'
import { useSession } from './session.ts'

/** Works without storage too, as long as the app stays loaded. */
const chosen = appState(() => new Map<string, string>())
const changed = appState(createSignal)

const read = (key: string): string => {
  let choice = chosen().get(key)
  if (choice === undefined) {
    try {
      choice = localStorage.getItem(key) ?? ''
    } catch {
      choice = ''
    }
    chosen().set(key, choice)
  }
  return choice
}

const write = (key: string, choice: string): void => {
  chosen().set(key, choice)
  changed().emit()
  try {
    localStorage.setItem(key, choice)
  } catch (error) {
    console.warn(error)
  }
}

/** A choice of how to show things, remembered in this browser for each account; '' if none was made. */
export const useKeptChoice = (name: string): [choice: string, choose: (choice: string) => void] => {
  const key = `roomfolio.${name}.${useSession()?.user ?? ''}`
  const choice = useSyncExternalStore(changed().subscribe, () => read(key))
  return [choice, (next) => write(key, next)]
}
