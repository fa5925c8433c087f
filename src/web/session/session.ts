import { useSyncExternalStore } from 'react'
import { login, logout, refresh, type SessionBody } from '../../shared/auth.ts'
import { call, signCallsWith } from '../api/call.ts'
import { ApiError, sentence } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toasts.ts'

/** Who is signed in. It lives in memory only; after a reload the refresh cookie brings it back. */
export type Session = SessionBody

/** undefined until a session that may exist is restored, null for an anonymous visitor. */
let current: Session | null | undefined
/** The one refresh under way, shared by all calls that wait for it. */
let refreshing: Promise<Session | null> | undefined

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const change = (session: Session | null): void => {
  current = session
  for (const listener of listeners) listener()
}

/** Who signed in here last, so that a visitor without a session costs no call. */
const mark = {
  key: 'roomfolio.signed-in',
  read(): string | null {
    try {
      return localStorage.getItem(mark.key)
    } catch {
      return null // Where storage is forbidden there are no cookies either, and nobody is remembered.
    }
  },
  write(user: string | null): void {
    try {
      if (user === null) localStorage.removeItem(mark.key)
      else localStorage.setItem(mark.key, user)
    } catch (error) {
      console.warn(error)
    }
  },
}

/** Nothing goes on in a page that is about to be left. */
const LEAVING = new Promise<never>(() => {})

const renew = async (): Promise<Session | null> => {
  try {
    const renewed = await call(refresh)
    if (current && current.user !== renewed.user) {
      location.reload()
      return await LEAVING
    }
    mark.write(renewed.user)
    change(renewed)
    return renewed
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error
    if (current) toast({ kind: 'error', text: error.message })
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

/** The session as far as it is known: null for an anonymous visitor, undefined until a restored one is there. */
export const useSession = (): Session | null | undefined => useSyncExternalStore(subscribe, () => current)

export const signIn = async (credentials: { user: string; pwd: string }, remember: boolean): Promise<void> => {
  const session = await call(login, { body: { ...credentials, remember } })
  mark.write(session.user)
  change(session)
  otherTabs.postMessage(session.user)
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
  otherTabs.postMessage(null)
  location.assign(paths.home())
  await LEAVING
}

/** Tells the other tabs who signed in (the username) or that the user logged out (null). */
const otherTabs = new BroadcastChannel('roomfolio.session')

const onOtherTab = ({ data: user }: MessageEvent<string | null>): void => {
  if (user === null) {
    if (current) location.assign(paths.home())
  } else if (!current) {
    refreshed().catch(console.error)
  } else if (current.user !== user) {
    location.reload()
  }
}

/** Begins the page's session: to be called once, as early as can be, for the restoring takes a round trip. */
export const startSession = (): void => {
  signCallsWith({
    token: () => current?.accessToken,
    renew: async (used) => (current && current.accessToken !== used ? true : (await refreshed()) !== null),
  })
  otherTabs.addEventListener('message', onOtherTab)
  // A page that Back brings alive again may belong to somebody who has logged out since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && current && current.user !== mark.read()) location.reload()
  })
  if (mark.read() === null) change(null)
  else refreshed().catch(console.error)
}
