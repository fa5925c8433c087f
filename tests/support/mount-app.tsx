import { act, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { InjectOptions } from 'fastify'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'
import { startApp } from '../../src/web/lib/app-state.ts'
import { createAppRouter } from '../../src/web/app/router.tsx'
import { KEPT } from '../../src/web/lib/storage-keys.ts'
import { trackTyping } from '../../src/web/ui/typing.ts'
import { PASSWORD, type TestApp } from './test-app.ts'

interface Mount {
  /** Path and query. */
  path: string
  /** Who is logged in, by username; nobody otherwise. */
  user?: string
}

interface Mounted {
  user: UserEvent
  /** Ends the connection; returns what connects again. */
  cutOff: () => () => void
}

/** One browser: `fetch` that calls the server directly, with cookies. */
const createBrowser = ({ app }: TestApp) => {
  const cookies = new Map<string, string>()
  const underWay = new Set<Promise<Response>>()
  let isCutOff = false
  const send = async (address: string | URL | Request, request: RequestInit = {}): Promise<Response> => {
    request.signal?.throwIfAborted()
    if (isCutOff) throw new TypeError('There is no connection.')
    const {
      statusCode,
      statusMessage,
      headers,
      payload,
      cookies: set,
    } = await app.inject({
      method: (request.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url: String(address),
      headers: {
        ...Object.fromEntries(new Headers(request.headers)),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(request.body !== undefined && { payload: request.body as string }),
    })
    request.signal?.throwIfAborted()
    for (const { name, value } of set) cookies.set(name, value)
    const answered = Object.entries(headers).filter(([name]) => name !== 'set-cookie') as [string, string][]
    return new Response(statusCode === 204 ? null : payload, {
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
  return { fetch, cutOff, settled: () => Promise.allSettled(underWay) }
}

/**
 * Shows the real app at an address, on the given server, and waits until its first page is there. Everything ends with the
 * test.
 */
export const mountApp = async (server: TestApp, { path, user }: Mount): Promise<Mounted> => {
  const { fetch, cutOff, settled } = createBrowser(server)
  localStorage.clear()
  sessionStorage.clear()
  if (user !== undefined) {
    const body = JSON.stringify({ user, pwd: PASSWORD, remember: false })
    const headers = { 'Content-Type': 'application/json' }
    const { status } = await fetch('/login', { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`${user} could not log in: ${status}.`)
    localStorage.setItem(KEPT.signedIn, user)
  }
  history.replaceState(null, '', path)
  const end = startApp({ fetch })
  trackTyping()
  const { router } = createAppRouter()
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(async () => {
    act(() => root.unmount())
    router.dispose()
    end()
    document.body.replaceChildren()
    // The server closes next.
    await settled()
  })
  act(() => root.render(<RouterProvider router={router} />))
  await screen.findByRole('heading', { level: 1 })
  return { user: userEvent.setup({ delay: null }), cutOff }
}

/** Puts a text in place of what a field holds. */
export const fill = async (user: UserEvent, field: HTMLElement, text: string): Promise<void> => {
  await user.clear(field)
  if (text !== '') await user.paste(text)
}

export const button = (name: string): HTMLElement => screen.getByRole('button', { name })
export const field = (name: string): HTMLElement => screen.getByLabelText(name)
