import { useSyncExternalStore } from 'react'
import type { SessionBody } from '../../shared/identity/auth.api.ts'
import { login, logout, refresh } from './endpoints.ts'
import { appSignal, appState, createStore } from './app-state.ts'
import { call, signCallsWith } from './call.ts'
import { ApiError, sentence } from './errors.ts'
import { removeDraftsOfAccounts } from './forms/draft-store.ts'
import { KEPT } from './storage-keys.ts'
import { paths } from './paths.ts'
import { queryClient } from './query-client.ts'
import { PUBLIC_PATH } from './public-path.ts'
import { knowsVisitor } from './prerendered.ts'
import { hasUnsaved } from '../ui/forms/ask-before-unload.ts'
import { toast } from '../ui/toasts/toasts.ts'

/** Who is signed in. It lives in memory only; after a reload the refresh cookie brings it back. */
export type Session = SessionBody

/** A login that is asked for on the screen itself, so that what the screen holds is not lost. */
export interface AskedLogin {
  /** Whose screen it is. */
  user: string
  /** Hides the screen, because its user has left and someone else may sit here. */
  covers: boolean
}

interface SessionState {
  /** undefined until a session that may exist is restored, null for an anonymous visitor. */
  current: Session | null | undefined
  /** Whose session this page had last: what it shows is theirs, also after the session has ended. */
  owner: string | undefined
  asked: AskedLogin | undefined
}

const session = appState(() => ({
  store: createStore<SessionState>({ current: undefined, owner: undefined, asked: undefined }),
  /** The calls that wait for the login asked for; told whether there was one. */
  waiting: new Set<(loggedIn: boolean) => void>(),
  /** The one refresh under way, shared by all calls that wait for it. */
  refreshing: undefined as Promise<Session | null> | undefined,
}))

const state = (): SessionState => session().store.get()
const set = (change: Partial<SessionState>): void => session().store.set({ ...state(), ...change })

const answerAsked = (loggedIn: boolean): void => {
  const { waiting } = session()
  for (const tell of waiting) tell(loggedIn)
  waiting.clear()
}

const change = (current: Session | null): void => {
  if (!current) return set({ current })
  answerAsked(current.user === state().owner)
  set({ current, owner: current.user, asked: undefined })
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
  const before = state().current
  try {
    const renewed = await call(refresh)
    mark.write(renewed.user)
    const { owner } = state()
    if (owner !== undefined && owner !== renewed.user) {
      leaveOrCover()
      return hasUnsaved() ? null : await LEAVING
    }
    change(renewed)
    return renewed
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    // Somebody may have logged in while the answer was on its way.
    const { current } = state()
    if (current !== before) return current ?? null
    mark.write(null)
    change(null)
    return null
  } finally {
    session().refreshing = undefined
  }
}

const refreshed = (): Promise<Session | null> => (session().refreshing ??= renew())

/** The session, restored if there may be one; null for an anonymous visitor. Fails if that could not be found out. */
export const currentSession = async (): Promise<Session | null> => {
  const { current } = state()
  return current === undefined ? refreshed() : current
}

/**
 * The session as far as it is known: null for an anonymous visitor, undefined until a restored one is there. Ready pages
 * are those of a visitor, of which nobody else sees what is for visitors alone (base.css).
 */
export const useSession = (): Session | null | undefined =>
  useSyncExternalStore(session().store.subscribe, current, () => null)

/** Whose page this is, also after the session has ended; '' for a visitor. */
export const useOwner = (): string => useSyncExternalStore(session().store.subscribe, owner, () => '')

const current = () => state().current
const owner = () => state().owner ?? ''
const asked = () => state().asked

interface Credentials {
  user: string
  pwd: string
  /** Of the second factor, once it was asked for. */
  code?: string
  rememberBrowser?: boolean
}

export const signIn = async (credentials: Credentials, remember: boolean): Promise<Session> => {
  const opened = await call(login, { body: { ...credentials, remember } })
  enter(opened)
  return opened
}

/** The visitor has logged in. */
export const enter = (opened: Session): void => {
  mark.write(opened.user)
  change(opened)
  otherTabs().postMessage(opened.user)
}

/** The user has set up what was asked for. */
export const noteSetupDone = (what: 'mustChangePassword' | 'mustSetUpSecondFactor'): void => {
  const { current } = state()
  if (!current) return
  const { [what]: _, ...rest } = current
  change(rest)
  otherTabs().postMessage(rest.user)
}

/** Whether the user must set something up before anything else. */
export const mustSetUp = ({ mustChangePassword, mustSetUpSecondFactor }: Session): boolean =>
  mustChangePassword === true || mustSetUpSecondFactor === true

/**
 * Ends the session and leaves for `to` or the home page by a full load, so that nothing of it stays in memory. Resolves only if
 * that failed.
 */
export const signOut = async (to?: string | null): Promise<void> => {
  try {
    await call(logout)
  } catch (error) {
    console.error(error)
    toast({ kind: 'error', text: sentence(error, { other: 'Unable to log out' }) })
    return
  }
  mark.write(null)
  removeDraftsOfAccounts()
  otherTabs().postMessage(null)
  location.assign(to ?? PUBLIC_PATH + paths.home())
  await LEAVING
}

/** The user is no more, here and in the other tabs. */
export const forgetUser = (): void => {
  mark.write(null)
  removeDraftsOfAccounts()
  otherTabs().postMessage(null)
  queryClient().clear()
  set({ current: null, owner: undefined })
}

/** The login that is asked for on this screen, if one is. */
export const useAskedLogin = (): AskedLogin | undefined => useSyncExternalStore(session().store.subscribe, asked, asked)

/** The user does not log in: the calls that wait fail. */
export const giveUpAskedLogin = (): void => {
  answerAsked(false)
  set({ asked: undefined })
}

const askLogin = (user: string, covers: boolean): void => {
  set({ asked: { user, covers: covers || state().asked?.covers === true } })
}

/** Asks the user whose session has ended to log in again, and tells whether they did. All calls wait for one login. */
const loggedInAgain = (): Promise<boolean> =>
  new Promise((resolve) => {
    const { owner } = state()
    if (owner === undefined) return resolve(false)
    session().waiting.add(resolve)
    askLogin(owner, false)
  })

/**
 * Its user is not signed in here any more: the page is left, by a full load. Where that would lose something unsaved,
 * the screen is hidden instead until its user logs in again or gives it up.
 */
const leaveOrCover = (to?: string): void => {
  const { owner } = state()
  if (owner !== undefined && hasUnsaved()) {
    change(null)
    askLogin(owner, true)
  } else if (to === undefined) {
    location.reload()
  } else {
    location.assign(PUBLIC_PATH + to)
  }
}

/** Tells the other tabs who signed in (the username) or that the user logged out (null). */
const otherTabs = appState(() => {
  const channel = new BroadcastChannel('roomfolio.session')
  appSignal().addEventListener('abort', () => channel.close())
  return channel
})

const onOtherTab = ({ data: user }: MessageEvent<string | null>): void => {
  const { current, owner } = state()
  if (user === null) removeDraftsOfAccounts()
  if (owner !== undefined && user !== owner) leaveOrCover(user === null ? paths.home() : undefined)
  else if (user !== null && (!current || mustSetUp(current))) refreshed().catch(console.error)
}

/** Begins the page's session: to be called once, as early as can be, for the restoring takes a round trip. */
export const startSession = (): void => {
  signCallsWith({
    token: () => state().current?.accessToken,
    renew: async (used, mayAsk) => {
      const { current, asked } = state()
      if (current && current.accessToken !== used) return true
      if (!asked && (await refreshed())) return true
      return mayAsk && loggedInAgain()
    },
  })
  const options = { signal: appSignal() }
  otherTabs().addEventListener('message', onOtherTab, options)
  // A page that Back brings alive again may belong to somebody who has logged out since.
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      const { current } = state()
      if (persisted && current && current.user !== mark.read()) leaveOrCover()
    },
    options,
  )
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
