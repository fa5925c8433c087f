import { act, screen, type ByRoleMatcher, type Screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { InjectOptions } from 'fastify'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'
import { startApp } from '../../src/web/lib/app-state.ts'
import { createAppRouter } from '../../src/web/app/router.tsx'
import { KEPT } from '../../src/web/lib/storage-keys.ts'
import { trackTyping } from '../../src/web/ui/typing.ts'
import { multipart, PASSWORD, type TestApp } from './test-app.ts'

declare const happyDOM: { setViewport: (size: { width: number }) => void }

interface Mount {
  /** Path and query. */
  path: string
  /** Who is logged in, by username; nobody otherwise. */
  user?: string
  /** Of the screen, in pixels; media queries see it. */
  width?: number
}

interface Mounted {
  user: UserEvent
  /** Waits for an element and clicks it. */
  click: (role: ByRoleMatcher, name: string | RegExp, inside?: Pick<Screen, 'findByRole'>) => Promise<void>
  /** Loads an address as a new page, or the same again. */
  open: (path?: string) => Promise<void>
  /** Ends the connection; returns what connects again. */
  cutOff: () => () => void
  /** Lets calls whose address matches wait until the returned function is called. */
  hold: (part: string | RegExp) => () => void
  /** The server does such calls, but its answers get lost until the returned function is called. */
  lose: (part: string | RegExp) => () => void
}

/** What the server gets of a body: text, or the files of a form. */
const bodyOf = async (body: BodyInit | null | undefined) => {
  if (!(body instanceof FormData)) return { payload: (body ?? undefined) as string | undefined, headers: {} }
  const files = [...body.values()].filter((value) => value instanceof File)
  const read = async (file: File) => ({ name: file.name, bytes: Buffer.from(await file.arrayBuffer()) })
  return multipart(await Promise.all(files.map(read)))
}

/** One browser: `fetch` that calls the server directly, with cookies. */
const createBrowser = ({ app }: TestApp) => {
  const cookies = new Map<string, string>()
  const underWay = new Set<Promise<Response>>()
  const held = new Map<string | RegExp, Promise<void>>()
  const lost = new Set<string | RegExp>()
  let isCutOff = false
  const send = async (address: string | URL | Request, request: RequestInit = {}): Promise<Response> => {
    if (isCutOff) throw new TypeError('There is no connection.')
    for (const [part, goOn] of held) if (String(address).search(part) >= 0) await goOn
    request.signal?.throwIfAborted()
    const { payload, headers: contentType } = await bodyOf(request.body)
    const {
      statusCode,
      statusMessage,
      headers,
      payload: body,
      cookies: set,
    } = await app.inject({
      method: (request.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url: String(address),
      ...(payload !== undefined && { payload }),
      headers: {
        ...Object.fromEntries(new Headers(request.headers)),
        ...contentType,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    if ([...lost].some((part) => String(address).search(part) >= 0)) throw new TypeError('The answer got lost.')
    request.signal?.throwIfAborted()
    for (const { name, value } of set) cookies.set(name, value)
    const answered = Object.entries(headers).filter(([name]) => name !== 'set-cookie') as [string, string][]
    return new Response(statusCode === 204 ? null : body, {
      status: statusCode,
      statusText: statusMessage,
      headers: answered,
    })
  }
  const fetch: typeof globalThis.fetch = (...call) => {
    const answer = send(...call)
    underWay.add(answer)
    return answer.finally(() => underWay.delete(answer))
  }
  const cutOff = () => {
    isCutOff = true
    return () => void (isCutOff = false)
  }
  const hold = (part: string | RegExp) => {
    let letGo = () => {}
    held.set(part, new Promise((resolve) => (letGo = resolve)))
    return () => letGo()
  }
  const settled = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }
  const lose = (part: string | RegExp) => {
    lost.add(part)
    return () => void lost.delete(part)
  }
  return { fetch, cutOff, hold, lose, settled }
}

/** Shows the app at the address of the document, and waits until its first page is there. Returns what ends it. */
const show = async (fetch: typeof globalThis.fetch): Promise<() => void> => {
  const end = startApp({ fetch })
  trackTyping()
  const { router } = createAppRouter()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<RouterProvider router={router} />))
  await screen.findByRole('heading', { level: 1 })
  return () => {
    act(() => root.unmount())
    router.dispose()
    end()
    document.body.replaceChildren()
  }
}

/**
 * Shows the real app at an address, on the given server, and waits until its first page is there. Everything ends with the
 * test.
 */
export const mountApp = async (server: TestApp, { path, user: username, width = 1024 }: Mount): Promise<Mounted> => {
  const { fetch, cutOff, hold, lose, settled } = createBrowser(server)
  happyDOM.setViewport({ width })
  localStorage.clear()
  sessionStorage.clear()
  if (username !== undefined) {
    const body = JSON.stringify({ user: username, pwd: PASSWORD, remember: false })
    const headers = { 'Content-Type': 'application/json' }
    const { status } = await fetch('/login', { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`${username} could not log in: ${status}.`)
    localStorage.setItem(KEPT.signedIn, username)
  }
  let hide = () => {}
  onTestFinished(async () => {
    hide()
    // The server closes next.
    await settled()
  })
  const open = async (next = location.pathname + location.search) => {
    hide()
    history.replaceState(null, '', next)
    hide = await show(fetch)
  }
  await open(path)
  const user = userEvent.setup({ delay: null })
  const click: Mounted['click'] = async (role, name, inside = screen) =>
    user.click(await inside.findByRole(role, { name }))
  return { user, click, open, cutOff, hold, lose }
}

/** Puts a text in place of what a field holds. */
export const fill = async (user: UserEvent, field: HTMLElement, text: string): Promise<void> => {
  await user.clear(field)
  if (text !== '') await user.paste(text)
}

export const button = (name: string): HTMLElement => screen.getByRole('button', { name })
export const field = (name: string): HTMLElement => screen.getByLabelText(name)
