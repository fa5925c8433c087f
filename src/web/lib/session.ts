import { useSyncExternalStore } from 'react'
import { login, logout, refresh, type SessionBody } from '../../shared/identity/auth.api.ts'
import { call, signCallsWith } from './call.ts'
import { ApiError, sentence } from './errors.ts'
import { removeDraftsOfAccounts } from './draft-store.ts'
import { KEPT } from './storage-keys.ts'
import { paths } from './paths.ts'
import { PUBLIC_PATH } from './public-path.ts'
import { knowsVisitor } from './prerendered.ts'
import { holdsUnsaved } from '../ui/ask-before-unload.ts'
import { toast } from '../ui/toasts.ts'

/** Who is signed in. It lives in memory only; after a reload the refresh cookie brings it back. */
export type Session = SessionBody

/** A login that is asked for on the screen itself, so that what the screen holds is not lost. */
export interface AskedLogin {
  /** Whose screen it is. */
  user: string
  /** Hides the screen meanwhile: its user has left, and somebody else may sit here. */
  covers: boolean
}

/** undefined until a session that may exist is restored, null for an anonymous visitor. */
let current: Session | null | undefined
/** Whose session this page had last: what it shows is theirs, also after the session has ended. */
let owner: string | undefined
let asked: AskedLogin | undefined
/** The calls that wait for the login asked for; told whether there was one. */
const waiting = new Set<(loggedIn: boolean) => void>()
/** The one refresh under way, shared by all calls that wait for it. */
let refreshing: Promise<Session | null> | undefined

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const notify = (): void => {
  for (const listener of listeners) listener()
}

const answerAsked = (loggedIn: boolean): void => {
  asked = undefined
  for (const tell of waiting) tell(loggedIn)
  waiting.clear()
}

const change = (session: Session | null): void => {
  current = session
  if (session) {
    answerAsked(session.user === owner)
    owner = session.user
  }
  notify()
}

/** What the last user has opened lately (src/web/search/recent.ts); it goes with the mark of who signed in. */
export const RECENT_KEY = 'roomfolio.recent'

/** Who signed in here last, so that a visitor without a session costs no call. */
const mark = {
  key: KEPT.signedIn,
  read(): string | null {
    try {
      return localStorage.getItem(mark.key)
    } catch {
      return null // Where storage is forbidden there are no cookies either, and nobody is remembered.
    }
  },
  write(user: string | null): void {
    try {
      if (user === null) for (const key of [mark.key, RECENT_KEY]) localStorage.removeItem(key)
      else localStorage.setItem(mark.key, user)
    } catch (error) {
      console.warn(error)
    }
  },
}

/** Nothing goes on in a page that is about to be left. */
const LEAVING = new Promise<never>(() => {})

const renew = async (): Promise<Session | null> => {
  const before = current
  try {
    const renewed = await call(refresh)
    mark.write(renewed.user)
    if (owner !== undefined && owner !== renewed.user) {
      leaveOrCover()
      return holdsUnsaved() ? null : await LEAVING
    }
    change(renewed)
    return renewed
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    // Somebody may have logged in while the answer was on its way.
    if (current !== before) return current ?? null
    mark.write(null)
    change(null)
    return null
  } finally {
    refreshing = undefined
  }
}

const refreshed = (): Promise<Session | null> => (refreshing ??= renew())

/** The session, restored if there may be one; null for an anonymous visitor. Fails if that could not be found out. */
export const currentSession = async (): Promise<Session | null> => current ?? (current === null ? null : refreshed())

/**
 * The session as far as it is known: null for an anonymous visitor, undefined until a restored one is there. Ready pages
 * are those of a visitor, of which nobody else sees what is for visitors alone (base.css).
 */
export const useSession = (): Session | null | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )

/** Whose page this is, also after the session has ended; '' for a visitor. */
export const useOwner = (): string =>
  useSyncExternalStore(
    subscribe,
    () => owner ?? '',
    () => '',
  )

export const signIn = async (credentials: { user: string; pwd: string }, remember: boolean): Promise<Session> => {
  const session = await call(login, { body: { ...credentials, remember } })
  mark.write(session.user)
  change(session)
  otherTabs.postMessage(session.user)
  return session
}

/** The user has set the password that was asked for, and may do everything. */
export const noteNewPassword = (): void => {
  if (!current) return
  const { mustChangePassword: _, ...free } = current
  change(free)
  otherTabs.postMessage(free.user)
}

/**
 * Ends the session and leaves for the home page by a full load, so that nothing of it stays in memory. Resolves only if
 * that failed.
 */
export const signOut = async (): Promise<void> => {
  try {
    await call(logout)
  } catch (error) {
    console.error(error)
    toast({ kind: 'error', text: sentence(error, { other: 'Unable to log out' }) })
    return
  }
  mark.write(null)
  removeDraftsOfAccounts()
  otherTabs.postMessage(null)
  location.assign(PUBLIC_PATH + paths.home())
  await LEAVING
}

/** The user is no more, here and in the other tabs. */
export const forgetUser = (): void => {
  owner = undefined
  mark.write(null)
  removeDraftsOfAccounts()
  otherTabs.postMessage(null)
  change(null)
}

const askedLogin = () => asked

/** The login that is asked for on this screen, if one is. */
export const useAskedLogin = (): AskedLogin | undefined => useSyncExternalStore(subscribe, askedLogin, askedLogin)

/** The user does not log in: the calls that wait fail. */
export const giveUpAskedLogin = (): void => {
  answerAsked(false)
  notify()
}

const askLogin = (user: string, covers: boolean): void => {
  asked = { user, covers: covers || asked?.covers === true }
  notify()
}

/** Asks the user whose session has ended to log in again, and tells whether they did. All calls wait for one login. */
const loggedInAgain = (): Promise<boolean> =>
  new Promise((resolve) => {
    if (owner === undefined) return resolve(false)
    waiting.add(resolve)
    askLogin(owner, false)
  })

/**
 * Its user is not signed in here any more: the page is left, by a full load. Where that would lose something unsaved,
 * the screen is hidden instead until its user logs in again or gives it up.
 */
const leaveOrCover = (to?: string): void => {
  if (owner !== undefined && holdsUnsaved()) {
    change(null)
    askLogin(owner, true)
  } else if (to === undefined) {
    location.reload()
  } else {
    location.assign(PUBLIC_PATH + to)
  }
}

/** Tells the other tabs who signed in (the username) or that the user logged out (null). */
const otherTabs = new BroadcastChannel('roomfolio.session')

const onOtherTab = ({ data: user }: MessageEvent<string | null>): void => {
  if (user === null) removeDraftsOfAccounts()
  if (owner !== undefined && user !== owner) leaveOrCover(user === null ? paths.home() : undefined)
  else if (user !== null && (!current || current.mustChangePassword)) refreshed().catch(console.error)
}

/** Begins the page's session: to be called once, as early as can be, for the restoring takes a round trip. */
export const startSession = (): void => {
  signCallsWith({
    token: () => current?.accessToken,
    renew: async (used, mayAsk) => {
      if (current && current.accessToken !== used) return true
      if (!asked && (await refreshed())) return true
      return mayAsk && loggedInAgain()
    },
  })
  otherTabs.addEventListener('message', onOtherTab)
  // A page that Back brings alive again may belong to somebody who has logged out since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && current && current.user !== mark.read()) leaveOrCover()
  })
  if (mark.read() === null) {
    // Logged out in another tab while this one was discarded.
    removeDraftsOfAccounts()
    change(null)
  } else {
    refreshed().catch((error: unknown) => {
      knowsVisitor()
      console.error(error)
    })
  }
}
