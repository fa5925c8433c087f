import { act, screen, within, type ByRoleMatcher, type Screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { InjectOptions } from 'fastify'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'
import { startApp } from '../../src/web/lib/app-state.ts'
import { createAppRouter } from '../../src/web/app/router.tsx'
import { KEPT } from '../../src/web/lib/storage-keys.ts'
import { trackTyping } from '../../src/web/lib/typing.ts'
import { leftOut } from '../../src/shared/public/prerendered-pages.ts'
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

/** Answers a call in place of the server, or passes it on. */
type Answer = (pass: () => Promise<Response>, request: RequestInit, address: string) => Promise<Response>

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
  /** Answers calls whose address matches, as a proxy does, until the returned function is called. */
  intercept: (part: string | RegExp, answer: Answer) => () => void
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
  const interceptions = new Set<{ part: string | RegExp; answer: Answer }>()
  const send = async (address: string | URL | Request, request: RequestInit = {}): Promise<Response> => {
    let set: { name: string; value: string }[] = []
    const callServer = async (): Promise<Response> => {
      request.signal?.throwIfAborted()
      const { payload, headers: contentType } = await bodyOf(request.body)
      const answer = await app.inject({
        method: (request.method ?? 'GET') as NonNullable<InjectOptions['method']>,
        url: String(address),
        ...(payload !== undefined && { payload }),
        headers: {
          ...Object.fromEntries(new Headers(request.headers)),
          ...contentType,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
      })
      set = answer.cookies
      const headers = Object.entries(answer.headers).filter(([name]) => name !== 'set-cookie') as [string, string][]
      const { statusCode: status, statusMessage: statusText, rawPayload } = answer
      return new Response(status === 204 ? null : new Uint8Array(rawPayload), { status, statusText, headers })
    }
    const response = await [...interceptions]
      .filter(({ part }) => (typeof part === 'string' ? String(address).includes(part) : part.test(String(address))))
      .reduce<() => Promise<Response>>(
        (pass, { answer }) =>
          () =>
            answer(pass, request, String(address)),
        callServer,
      )()
    request.signal?.throwIfAborted()
    for (const { name, value } of set) cookies.set(name, value)
    return response
  }
  const fetch: typeof globalThis.fetch = (...call) => {
    const answer = send(...call)
    underWay.add(answer)
    return answer.finally(() => underWay.delete(answer))
  }
  const intercept: Mounted['intercept'] = (part, answer) => {
    const interception = { part, answer }
    interceptions.add(interception)
    return () => void interceptions.delete(interception)
  }
  const cutOff = () => intercept('', () => Promise.reject(new TypeError('There is no connection.')))
  const hold: Mounted['hold'] = (part) => {
    let letGo = () => {}
    const released = new Promise<void>((resolve) => (letGo = resolve))
    const end = intercept(part, async (pass) => {
      await released
      return pass()
    })
    return () => {
      end()
      letGo()
    }
  }
  const lose: Mounted['lose'] = (part) =>
    intercept(part, async (pass) => {
      await pass()
      throw new TypeError('The answer got lost.')
    })
  const settled = async () => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }
  return { fetch, cutOff, hold, lose, intercept, settled }
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
  const { fetch, cutOff, hold, lose, intercept, settled } = createBrowser(server)
  happyDOM.setViewport({ width })
  // As the document of such an installation has it.
  document.documentElement.dataset['leftOut'] = leftOut(server.services.config).join(' ')
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
  const open = async (next = location.pathname + location.search + location.hash) => {
    const kept = Object.entries({ ...sessionStorage })
    hide()
    // A browser unmounts nothing when it leaves a page.
    for (const [key, value] of kept) sessionStorage.setItem(key, value)
    if (next === location.pathname + location.search + location.hash) history.replaceState(null, '')
    else history.pushState(null, '', next)
    hide = await show(fetch)
  }
  await open(path)
  const user = userEvent.setup({ delay: null })
  const click: Mounted['click'] = async (role, name, inside = screen) =>
    user.click(await inside.findByRole(role, { name }))
  return { user, click, open, cutOff, hold, lose, intercept }
}

/** Chooses an option of a select as soon as it is offered. */
export const chooseOption = async (user: UserEvent, select: HTMLElement, name: string): Promise<void> =>
  user.selectOptions(select, await within(select).findByRole('option', { name }))

/** Puts a text in place of what a field holds. */
export const fill = async (user: UserEvent, field: HTMLElement, text: string): Promise<void> => {
  await user.clear(field)
  if (text !== '') await user.paste(text)
}

export const button = (name: string): HTMLElement => screen.getByRole('button', { name })
export const field = (name: string): HTMLElement => screen.getByLabelText(name)
