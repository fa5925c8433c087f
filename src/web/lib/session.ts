import { useSyncExternalStore } from 'react'
import { type SessionBody, login, logout, refresh } from '../../shared/identity/auth.api.ts'
import { appSignal, appState, createStore } from './app-state.ts'
import { call, signCallsWith } from './call.ts'
import { ApiError, sentence } from './errors.ts'
import { removeDraftsOfAccounts } from './forms/draft-store.ts'
import { KEPT } from './storage-keys.ts'
import { paths } from './paths.ts'
import { queryClient } from './query-client.ts'
import { PUBLIC_PATH } from './public-path.ts'
import { knowsVisitor } from './prerendered.ts'
import { hasUnsaved } from './forms/ask-before-unload.ts'
import { toast } from './toasts.ts'

/** The signed-in user. Kept in memory only; after a reload the refresh cookie restores it. */
export type Session = SessionBody

/** Asks for a login in a dialog, so that the screen keeps what was typed. */
export interface LoginRequest {
  /** Whose screen it is. */
  user: string
  /** Hides the screen, because its user has left and someone else may sit here. */
  covers: boolean
}

interface SessionState {
  /** Undefined while a session may be restored, null for visitors. */
  current: Session | null | undefined
  /** The user this page was loaded for, even after the session has ended. */
  owner: string | undefined
  asked: LoginRequest | undefined
}

const session = appState(() => ({
  store: createStore<SessionState>({ current: undefined, owner: undefined, asked: undefined }),
  /** Calls that wait for the requested login. */
  waiting: new Set<(loggedIn: boolean) => void>(),
  /** The refresh under way, shared by all callers. */
  refreshing: undefined as Promise<Session | null> | undefined,
}))

const state = (): SessionState => session().store.get()
const set = (change: Partial<SessionState>): void => session().store.set({ ...state(), ...change })

const answerAsked = (loggedIn: boolean): void => {
  const { waiting } = session()
  for (const resolve of waiting) resolve(loggedIn)
  waiting.clear()
}

const change = (current: Session | null): void => {
  if (!current) return set({ current })
  answerAsked(current.user === state().owner)
  set({ current, owner: current.user, asked: undefined })
}

/** What the last user opened recently (src/web/search/recent.ts); removed at logout. */
export const RECENT_KEY = 'roomfolio.recent'

/** The user who signed in here last. Without one, no call asks for a session. */
const lastUser = {
  key: KEPT.signedIn,
  read(): string | null {
    try {
      return localStorage.getItem(lastUser.key)
    } catch {
      return null // Browsers that forbid storage forbid cookies too, so there is no session.
    }
  },
  write(user: string | null): void {
    try {
      if (user === null) for (const key of [lastUser.key, RECENT_KEY]) localStorage.removeItem(key)
      else localStorage.setItem(lastUser.key, user)
    } catch (error) {
      console.warn(error)
    }
  },
}

/** Awaited while the browser leaves the page. */
const LEAVING = new Promise<never>(() => {})

const renew = async (): Promise<Session | null> => {
  const before = state().current
  try {
    const renewed = await call(refresh)
    lastUser.write(renewed.user)
    const { owner } = state()
    if (owner !== undefined && owner !== renewed.user) {
      leaveOrCover()
      return hasUnsaved() ? null : await LEAVING
    }
    change(renewed)
    return renewed
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    // The user may have logged in since the request was sent.
    const { current } = state()
    if (current !== before) return current ?? null
    lastUser.write(null)
    change(null)
    return null
  } finally {
    session().refreshing = undefined
  }
}

const refreshed = (): Promise<Session | null> => (session().refreshing ??= renew())

/** The session, restored if necessary; null for visitors. Rejects if no server answers. */
export const currentSession = async (): Promise<Session | null> => {
  const { current } = state()
  return current === undefined ? refreshed() : current
}

/**
 * The session; null for visitors, undefined while it is being restored. Prerendered pages are a visitor's, and base.css
 * hides from others what is only for visitors.
 */
export const useSession = (): Session | null | undefined =>
  useSyncExternalStore(session().store.subscribe, current, () => null)

/** The user this page was loaded for, even after the session has ended; '' for visitors. */
export const useOwner = (): string => useSyncExternalStore(session().store.subscribe, owner, () => '')

const current = () => state().current
const owner = () => state().owner ?? ''
const asked = () => state().asked

interface Credentials {
  user: string
  pwd: string
  /** The code of the second factor, once asked for. */
  code?: string
  rememberBrowser?: boolean
}

export const signIn = async (credentials: Credentials, remember: boolean): Promise<Session> => {
  const opened = await call(login, { body: { ...credentials, remember } })
  enter(opened)
  return opened
}

/** Takes over the session of a login. */
export const enter = (opened: Session): void => {
  lastUser.write(opened.user)
  change(opened)
  otherTabs().postMessage(opened.user)
}

/** The user has done a required setup. */
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
  lastUser.write(null)
  removeDraftsOfAccounts()
  otherTabs().postMessage(null)
  location.assign(to ?? PUBLIC_PATH + paths.home())
  await LEAVING
}

/** The account was deleted: ends the session here and in other tabs. */
export const forgetUser = (): void => {
  lastUser.write(null)
  removeDraftsOfAccounts()
  otherTabs().postMessage(null)
  queryClient().clear()
  set({ current: null, owner: undefined })
}

/** The login requested on this screen, if any. */
export const useLoginRequest = (): LoginRequest | undefined =>
  useSyncExternalStore(session().store.subscribe, asked, asked)

/** The user declined to log in: waiting calls fail. */
export const declineLogin = (): void => {
  answerAsked(false)
  set({ asked: undefined })
}

const askLogin = (user: string, covers: boolean): void => {
  set({ asked: { user, covers: covers || state().asked?.covers === true } })
}

/** Asks the user to log in again. Resolves with whether they did. All calls wait for the same login. */
const loggedInAgain = (): Promise<boolean> =>
  new Promise((resolve) => {
    const { owner } = state()
    if (owner === undefined) return resolve(false)
    session().waiting.add(resolve)
    askLogin(owner, false)
  })

/**
 * Leaves the page of a user who is no longer signed in, by a full load. If something is unsaved, it hides the screen
 * instead until the user logs in again or abandons it.
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

/** Starts restoring the session. Call once, as early as possible, because it takes a round trip. */
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
  // Back can revive a page of a user who has logged out since.
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      const { current } = state()
      if (persisted && current && current.user !== lastUser.read()) leaveOrCover()
    },
    options,
  )
  if (lastUser.read() === null) {
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
