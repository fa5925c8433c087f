import type { MadeFrom } from '../../shared/public/prerendered-pages.ts'
import fonts from '../ui/styles/fonts.css?url'
import { KEPT } from './storage-keys.ts'

/** Undefined where the build makes the ready pages. */
const page = globalThis.document as Document | undefined

const read = (): MadeFrom | undefined => {
  const text = page?.getElementById('ready')?.textContent
  // The first lines of the document decide that (inline-bootstrap.ts).
  return text && page?.documentElement.dataset.unready === undefined ? (JSON.parse(text) as MadeFrom) : undefined
}

/** The data of this document's prerendered HTML, if it has one. */
export const ready = read()

/** The page answers from now on: what was pressed before is pressed now, when what was typed before has been taken over. */
export const isHydrated = (): void => {
  const { early } = globalThis
  const pressed = early?.pressed
  if (early) early.pressed = null
  if (pressed) setTimeout(() => pressed.click())
}

/** The visitor's own parts are right from now on, or nobody finds out whether they are. */
export const knowsVisitor = (): void => page?.documentElement.removeAttribute('data-returning')

/** The first page has what it shows: fonts may come now, and no later call takes what was asked for at first. */
export const hasLoaded = (): void => {
  globalThis.early?.answers.clear()
  if (document.querySelector(`link[href="${fonts}"]`)) return
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: fonts }))
  try {
    localStorage.setItem(KEPT.fonts, fonts)
  } catch (error) {
    console.warn(error)
  }
}
