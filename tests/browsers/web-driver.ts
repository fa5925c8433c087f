import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { AXE_RULES } from '../support/axe-rules.ts'
import { until } from '../support/until.ts'

/** Minimal WebDriver clients: Firefox over Marionette, WebKit over HTTP. */

interface Commands {
  open: (address: string) => Promise<unknown>
  run: (script: string, args: readonly unknown[]) => Promise<unknown>
  find: (xpath: string) => Promise<Element[]>
  click: (element: string) => Promise<unknown>
  type: (element: string, text: string) => Promise<unknown>
}

/** A WebDriver element reference: its only value is the id. */
type Element = Record<string, string>
const idOf = (element: Element): string => Object.values(element)[0] ?? ''

export interface Browser {
  open(address: string): Promise<void>
  /** Runs a function in the page. It must not use variables of this process. */
  run<T>(inPage: () => T): Promise<T>
  /** Waits for an element. All elements are XPath expressions. */
  see(xpath: string): Promise<void>
  click(xpath: string): Promise<void>
  type(xpath: string, text: string): Promise<void>
  /** Findings of axe, one line per rule with its elements. */
  axeFindings(): Promise<string[]>
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RUN_AXE = `${axeSource};
return window.axe.run(document, ${JSON.stringify(AXE_RULES)}).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`

/** The most milliseconds to wait for an element. */
const PATIENCE = 20_000
const PAUSE = 20

const browserOf = ({ open, run, find, click, type }: Commands): Browser => {
  /** Retries on errors too: the page may be navigating. */
  const once = async (xpath: string, act: (element: string) => Promise<unknown>): Promise<void> => {
    let why: unknown = 'is not there'
    for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(PAUSE)) {
      try {
        const [element] = await find(xpath)
        if (!element) continue
        await act(idOf(element))
        return
      } catch (error) {
        why = error
      }
    }
    const page = await run('return location.href + " " + document.body.innerText.slice(0, 500)', [])
    throw new Error(`${xpath}: ${String(why)}, on ${String(page)}`)
  }
  return {
    open: async (address) => void (await open(address)),
    run: async <T>(inPage: () => T) => (await run(`return (${inPage.toString()})()`, [])) as T,
    see: (xpath) => once(xpath, async () => {}),
    click: (xpath) => once(xpath, click),
    type: (xpath, text) => once(xpath, (element) => type(element, text)),
    axeFindings: async () => (await run(RUN_AXE, [])) as string[],
  }
}

const start = (program: string, args: readonly string[], env: Record<string, string> = {}) => {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return child
}

const folderOfTest = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'roomfolio-browser-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

const connected = async (port: number): Promise<Socket> =>
  until(async () => {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch {
      return undefined
    }
  }) as Promise<Socket>

/** Marionette frames are a length, a colon and JSON. */
const marionette = async (port: number) => {
  const socket = await connected(port)
  onTestFinished(() => void socket.destroy())
  const waiting = new Map<number, (answer: { error: unknown; result: unknown }) => void>()
  let [read, sent] = [Buffer.alloc(0), 0]
  socket.on('data', (chunk: Buffer) => {
    read = Buffer.concat([read, chunk])
    for (let colon = read.indexOf(':'); colon > 0; colon = read.indexOf(':')) {
      const end = colon + 1 + Number(read.subarray(0, colon).toString())
      if (read.length < end) return
      const message = JSON.parse(read.subarray(colon + 1, end).toString()) as
        | [number, number, unknown, unknown]
        | object
      read = read.subarray(end)
      if (Array.isArray(message)) waiting.get(message[1] as number)?.({ error: message[2], result: message[3] })
    }
  })
  return async (command: string, parameters: object = {}): Promise<unknown> => {
    const id = ++sent
    const answer = new Promise<{ error: unknown; result: unknown }>((resolve) => waiting.set(id, resolve))
    const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters])
    socket.write(`${Buffer.byteLength(text)}:${text}`)
    const { error, result } = await answer
    if (error) throw new Error(`${command}: ${JSON.stringify(error)}`)
    return result
  }
}

export const startFirefox = async (): Promise<Browser> => {
  const [profile, port] = [folderOfTest(), await freePort()]
  writeFileSync(
    join(profile, 'user.js'),
    `user_pref('marionette.port', ${port});\nuser_pref('ui.prefersReducedMotion', 1);\n`,
  )
  start('firefox-esr', ['--headless', '--marionette', '--no-remote', '--profile', profile], { HOME: profile })
  const send = await marionette(port)
  await send('NewSession')
  const valueOf = (answer: unknown) => (answer as { value: unknown }).value
  return browserOf({
    open: (url) => send('Navigate', { url }),
    run: async (script, args) => valueOf(await send('ExecuteScript', { script, args })),
    find: async (value) => (await send('FindElements', { using: 'xpath', value })) as Element[],
    click: (id) => send('ElementClick', { id }),
    type: (id, text) => send('ElementSendKeys', { id, text }),
  })
}

const SCREEN = ['-screen', '0', '1280x1024x24', '-nolisten', 'tcp', '-displayfd', '1']

export const startWebKit = async (): Promise<Browser> => {
  const screen = start('Xvfb', SCREEN)
  const [number] = (await once(screen.stdout, 'data')) as [Buffer]
  const [home, port] = [folderOfTest(), await freePort()]
  // Reduced motion, so that axe sees the final colors.
  for (const gtk of ['gtk-3.0', 'gtk-4.0']) {
    mkdirSync(join(home, '.config', gtk), { recursive: true })
    writeFileSync(join(home, '.config', gtk, 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  }
  const env = { DISPLAY: `:${number.toString().trim()}`, HOME: home, XDG_RUNTIME_DIR: home }
  start('WebKitWebDriver', [`--port=${port}`], env)
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  ;(await connected(port)).destroy()
  const { sessionId } = (await ask('POST', '/session', { capabilities: {} })) as { sessionId: string }
  const at = `/session/${sessionId}`
  // Quits the browser.
  onTestFinished(async () => void (await ask('DELETE', at)))
  return browserOf({
    open: (url) => ask('POST', `${at}/url`, { url }),
    run: (script, args) => ask('POST', `${at}/execute/sync`, { script, args }),
    find: async (value) => (await ask('POST', `${at}/elements`, { using: 'xpath', value })) as Element[],
    click: (id) => ask('POST', `${at}/element/${id}/click`, {}),
    type: (id, text) => ask('POST', `${at}/element/${id}/value`, { text }),
  })
}
