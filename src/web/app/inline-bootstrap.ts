import { KEPT } from '../lib/storage-keys.ts'

/**
 * Runs in the head of every document, before any content or code of it is there. The build puts it there as it is, so it
 * imports nothing but names and is small.
 */
export interface Early {
  /** Answers that were asked for before the app could, by method and address. Each is taken once. */
  answers: Map<string, Promise<Response>>
  /** The button that was pressed last before the app could answer to it; null since it can. */
  pressed?: HTMLElement | null
}

declare global {
  var early: Early | undefined
}

const stored = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

const { dataset } = document.documentElement
/** What the server says of the page; nothing while developing. */
const { page, session, asks, by = '', fonts } = (document.currentScript as HTMLScriptElement).dataset
const answers = new Map<string, Promise<Response>>()
const early: Early = { answers }
globalThis.early = early

// The ready page that this browser is not to see: what it shows is not for whoever is signed in, or another version.
const isReturning = stored(KEPT.signedIn) !== null
if (page === 'login' ? isReturning : page === 'home' && stored(KEPT.homeVersion) === 'marketing') dataset.unready = ''

if (isReturning) {
  dataset.returning = ''
  if (session) {
    const accept = { Accept: 'application/json' }
    const refreshed = fetch(session, { method: 'POST', headers: accept, credentials: 'same-origin' })
    answers.set(`POST ${session}`, refreshed)
    const token = refreshed.then(async (answer) => {
      const { accessToken } = (await answer.clone().json()) as { accessToken?: string }
      if (accessToken === undefined) throw new Error('There is no session.')
      return accessToken
    })
    const id = new URLSearchParams(location.search).get(by)
    for (const path of (asks && id && /^\d+$/.test(id) && asks.split(' ')) || []) {
      const address = `${path}?${by}=${id}`
      const answer = token.then((bearer) =>
        fetch(address, { headers: { ...accept, Authorization: `Bearer ${bearer}` }, credentials: 'same-origin' }),
      )
      answers.set(`GET ${address}`, answer)
      answer.catch(() => {})
    }
    token.catch(() => {})
  }
}

// Before the first paint, which would be in the other scheme.
const theme = stored(KEPT.theme)
if (theme) dataset.theme = theme

// Fonts that are in the cache come with the first words; others after what is read, so that nothing waits for them.
if (fonts && stored(KEPT.fonts) === fonts) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: fonts }))
}

document.addEventListener('click', ({ target }) => {
  const button = early.pressed !== null && target instanceof Element && target.closest('button')
  if (button) early.pressed = button
})
