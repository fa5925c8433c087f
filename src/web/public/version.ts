import { appState } from '../lib/app-state.ts'
import { KEPT } from '../lib/storage-keys.ts'

export type HomeVersion = 'landing' | 'marketing'

const KEY = KEPT.homeVersion

/** Kept for the life of the page if storage is blocked. */
const chosen = appState((): { version?: HomeVersion } => ({}))

const stored = (): HomeVersion => {
  try {
    return localStorage.getItem(KEY) === 'marketing' ? 'marketing' : 'landing'
  } catch {
    return 'landing'
  }
}

/** The version of the home page that this browser shows. */
export const homeVersion = (): HomeVersion => chosen().version ?? stored()

export const chooseHomeVersion = (version: HomeVersion): void => {
  chosen().version = version
  try {
    localStorage.setItem(KEY, version)
  } catch (error) {
    console.warn(error)
  }
}
