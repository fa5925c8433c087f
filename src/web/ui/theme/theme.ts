import { useSyncExternalStore } from 'react'
import { appState, createSignal } from '../../lib/app-state.ts'
import { KEPT } from '../../lib/storage-keys.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The script in index.html has put it there. */
const shownTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const changed = appState(createSignal)

/** The color scheme chosen in this browser. */
export const useTheme = (): Theme => useSyncExternalStore(changed().subscribe, shownTheme, () => 'system')

/** A phone's browser paints its own bars in the color of the page. */
const paintBars = (): void => {
  document.querySelector('meta[name="theme-color"][data-chosen]')?.remove()
  if (shownTheme() === 'system') return
  const meta = Object.assign(document.createElement('meta'), {
    name: 'theme-color',
    content: getComputedStyle(document.body).backgroundColor,
  })
  meta.dataset.chosen = ''
  document.head.prepend(meta)
}

/** To be called once, when the app starts. */
export const startTheme = paintBars

export const chooseTheme = (chosen: Theme): void => {
  const { dataset } = document.documentElement
  if (chosen === 'system') delete dataset.theme
  else dataset.theme = chosen
  paintBars()
  changed().emit()
  try {
    if (chosen === 'system') localStorage.removeItem(KEPT.theme)
    else localStorage.setItem(KEPT.theme, chosen)
  } catch (error) {
    // Storage is forbidden here: the choice lasts until the page is loaded again.
    console.warn(error)
  }
}
