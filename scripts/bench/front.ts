import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, promisify } from 'node:util'
import { chromium, type BrowserContext, type CDPSession } from '@playwright/test'
import { findChromium } from '../lib/find-chromium.mjs'
import { freePort } from '../lib/free-port.mjs'
import { makeHome, type Home } from './home.ts'
import { median } from './median.ts'

/**
 * Measures how soon the built app shows a page to somebody who opens it for the first time on a slow phone.
 *   npm run bench -- front                       all pages
 *   npm run bench -- front home help --runs 9    some of them, more often
 *   npm run bench -- front --lighthouse          with Lighthouse's mobile run, which npm fetches for it
 */

/** The processor at a quarter of its speed, a line of 1.6 Mbit/s and 150 ms, nothing in the cache. */
const SLOWER = 4
const LATENCY_MS = 150
const DOWN_BYTES = (1.6 * 1024 * 1024) / 8
const UP_BYTES = (0.75 * 1024 * 1024) / 8
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** The last that runs on Node 20. Not among the dependencies: with its own it takes 185 MB. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
const SCORES = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }

interface Opened {
  name: string
  /** The page, of a home if it has one. */
  path(home: Home): string
  signedIn: boolean
  /** What somebody comes for: an element, and the words in it. */
  content: { element: string; words: string }
  /** How soon it is to be seen, in milliseconds. */
  target: number
}

const PAGES: readonly Opened[] = [
  {
    name: 'home',
    path: () => '/',
    signedIn: false,
    content: { element: 'h1', words: 'Every finish, fixture and warranty' },
    target: 1200,
  },
  {
    name: 'login',
    path: () => '/login',
    signedIn: false,
    content: { element: 'label', words: 'Username or Email' },
    target: 1200,
  },
  {
    name: 'pricing',
    path: () => '/info',
    signedIn: false,
    content: { element: 'h2', words: 'Basic Monthly Plan' },
    target: 1200,
  },
  {
    name: 'about',
    path: () => '/about',
    signedIn: false,
    content: { element: 'p', words: 'The can had stood in the basement' },
    target: 1200,
  },
  { name: 'help', path: () => '/help', signedIn: false, content: { element: 'h2', words: 'Contact' }, target: 1200 },
  {
    name: 'room items',
    path: ({ roomID }) => `/roomitems?roomID=${roomID}`,
    signedIn: true,
    content: { element: 'main *', words: 'Castellan' },
    target: 1800,
  },
]

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: 'dist/server/main.js' },
    runs: { type: 'string', default: '5' },
    lighthouse: { type: 'boolean', default: false },
  },
})
const unknown = wanted.find((name) => !PAGES.some((page) => page.name === name))
if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${PAGES.map(({ name }) => name).join(', ')}.`)
const pages = PAGES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

/** What one opening of a page took, in milliseconds and bytes. */
interface Measured {
  /** The first paint of anything, and of the largest thing. */
  first: number
  largest: number
  /** When the content was painted. */
  content: number
  /** When the app answered to the page. */
  taken: number
  /** What the line had brought by the time the content was painted. */
  bytes: number
  /** Cumulative Layout Shift; a shift is one of a screen's height and width. */
  shift: number
}

declare global {
  interface Window {
    measured: Partial<Measured>
  }
}

/** In the page, before anything of it: notes when things are seen, a frame at a time. */
const watch = ({ element, words }: Opened['content']): void => {
  const measured: Partial<Measured> = { shift: 0, largest: 0 }
  window.measured = measured
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') measured.first = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => (measured.largest = startTime))
  observe('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & { hadRecentInput: boolean; value: number }
    if (!hadRecentInput) measured.shift = (measured.shift ?? 0) + value
  })
  const isSeen = () =>
    [...document.querySelectorAll(element)].some(
      (found) => found.textContent.includes(words) && found.checkVisibility({ visibilityProperty: true }),
    )
  const isTaken = () =>
    Object.keys(document.querySelector('header button') ?? {}).some((key) => key.startsWith('__reactProps'))
  const look = () => {
    // What a frame has laid out is painted before the next task.
    if (measured.content === undefined && isSeen()) {
      const { port1, port2 } = new MessageChannel()
      measured.content = 0
      port1.onmessage = () => (measured.content = performance.now())
      port2.postMessage(undefined)
    }
    if (measured.taken === undefined && isTaken()) measured.taken = performance.now()
    if (!measured.content || measured.taken === undefined) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const SETTLED_MS = 1500

/** What has come over the line by a time of the page's own clock, in bytes. */
const countBytes = async (devtools: CDPSession): Promise<(until: number) => number> => {
  let began = 0
  const arrived: { at: number; bytes: number }[] = []
  const documents = new Set<string>()
  const note = (timestamp: number, bytes: number) => arrived.push({ at: (timestamp - began) * 1000, bytes })
  devtools.on('Network.requestWillBeSent', ({ timestamp, requestId, type }) => {
    began ||= timestamp
    if (type === 'Document') documents.add(requestId)
  })
  devtools.on('Network.dataReceived', ({ timestamp, requestId, encodedDataLength }) => {
    if (!documents.has(requestId)) note(timestamp, encodedDataLength)
  })
  // A document is reported at its end.
  devtools.on('Network.loadingFinished', ({ timestamp, requestId, encodedDataLength }) => {
    if (documents.has(requestId)) note(timestamp, encodedDataLength)
  })
  await devtools.send('Network.enable')
  return (until) => arrived.filter(({ at }) => at <= until).reduce((sum, { bytes }) => sum + bytes, 0)
}

const signIn = async (context: BrowserContext, home: Home): Promise<void> => {
  const [account] = home.accounts
  const answer = await context.request.post('/login', { data: account })
  if (!answer.ok()) throw new Error(`The login answered ${answer.status()}.`)
  await context.addInitScript((user) => localStorage.setItem('roomfolio.signed-in', user), account?.user ?? '')
}

const open = async (context: BrowserContext, home: Home, { path, signedIn, content }: Opened): Promise<Measured> => {
  if (signedIn) await signIn(context, home)
  const page = await context.newPage()
  // tsx marks names of functions with a helper that the page lacks.
  await page.addInitScript('globalThis.__name = (named) => named')
  await page.addInitScript(watch, content)
  const devtools = await context.newCDPSession(page)
  const bytesUntil = await countBytes(devtools)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: DOWN_BYTES,
    uploadThroughput: UP_BYTES,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.goto(path(home), { waitUntil: 'commit' })
  await page.waitForFunction(() => window.measured.content && window.measured.taken !== undefined)
  await page.waitForLoadState('networkidle')
  // What arrives last may still move something.
  await page.waitForTimeout(SETTLED_MS)
  const measured = (await page.evaluate(() => window.measured)) as Measured
  return { ...measured, bytes: bytesUntil(measured.content) }
}

const columns = (...cells: readonly string[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(12) : cell.padStart(10))).join(''))
const ms = (value: number) => `${Math.round(value)} ms`

/** Opens the page as often as asked for, each time in a browser that knows nothing, prints the medians and says whether they do. */
const measure = async (base: string, home: Home, page: Opened): Promise<boolean> => {
  const runs: Measured[] = []
  for (let run = 0; run < Number(options.runs); run++) {
    const context = await browser.newContext({ ...PHONE, baseURL: base, locale: 'en-US' })
    runs.push(await open(context, home, page))
    await context.close()
  }
  const of = (what: keyof Measured) => median(runs.map((run) => run[what]))
  const does = of('content') <= page.target && of('shift') < 0.005
  columns(
    page.name,
    ...[ms(of('first')), ms(of('largest')), ms(of('content')), ms(page.target), ms(of('taken'))],
    ...[`${Math.round(of('bytes') / 1024)} KB`, of('shift').toFixed(3), does ? 'PASS' : 'FAIL'],
  )
  return does
}

/** Lighthouse's mobile run in a browser with a profile of its own, in which somebody is signed in where the page wants it. */
const judge = async (base: string, home: Home, page: Opened, executablePath: string): Promise<boolean> => {
  const profile = mkdtempSync(join(tmpdir(), 'roomfolio-profile-'))
  const port = await freePort()
  const args = [`--remote-debugging-port=${port}`]
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args,
    baseURL: base,
  })
  try {
    if (page.signedIn) {
      await signIn(context, home)
      // The mark is kept by the page alone.
      const tab = await context.newPage()
      await tab.goto('/about')
      await tab.close()
    }
    const scores: Record<string, number[]> = {}
    for (let run = 0; run < Number(options.runs); run++) {
      const report = join(profile, 'report.json')
      const words = [LIGHTHOUSE, base + page.path(home), `--port=${port}`, '--disable-storage-reset', '--quiet']
      // Beside this process, which the browser waits for with each new tab.
      await promisify(execFile)('npx', ['--yes', ...words, '--output=json', `--output-path=${report}`])
      const { categories, audits } = JSON.parse(readFileSync(report, 'utf8')) as {
        categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
        audits: Record<string, { score: number | null; displayValue?: string; title: string }>
      }
      for (const name of Object.keys(SCORES)) (scores[name] ??= []).push((categories[name]?.score ?? 0) * 100)
      if (run > 0) continue
      for (const [name, { auditRefs }] of Object.entries(categories)) {
        for (const { id, weight } of auditRefs) {
          const audit = audits[id]
          if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 1) {
            console.log(`  ${name}: ${audit?.title} ${audit?.displayValue ?? ''}`)
          }
        }
      }
    }
    const medians = Object.entries(SCORES).map(([name, target]) => ({ target, score: median(scores[name] ?? []) }))
    const does = medians.every(({ score, target }) => score >= target)
    columns(page.name, medians.map(({ score }) => Math.round(score)).join('/'), does ? 'PASS' : 'FAIL')
    return does
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

const folder = mkdtempSync(join(tmpdir(), 'roomfolio-front-'))
const server = spawn(process.execPath, [options.server], {
  env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
process.once('exit', () => {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
})
const listening = async (): Promise<string> => {
  for await (const line of createInterface(server.stdout)) {
    const port = /http:\/\/[\w.]+:(\d+)/.exec(line)?.[1]
    if (port === undefined) continue
    server.stdout.resume()
    return `http://127.0.0.1:${port}`
  }
  throw new Error('The server ended before it listened.')
}

const base = await listening()
const home = await makeHome(base)
const { path: executablePath } = await findChromium()
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
const load = () => `${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`
console.log(
  `${browser.version()}; processor ${SLOWER} times slower, 1.6 Mbit/s, ${LATENCY_MS} ms, nothing cached; ` +
    `medians of ${options.runs} runs. Load ${load()}.\n`,
)
columns('', 'first', 'largest', 'content', 'target', 'taken over', 'bytes', 'shift')
for (const page of pages) if (!(await measure(base, home, page))) process.exitCode = 1
await browser.close()
if (options.lighthouse) {
  console.log(`\n${LIGHTHOUSE}, mobile: ${Object.keys(SCORES).join('/')}; at least ${Object.values(SCORES).join('/')}`)
  for (const page of pages) if (!(await judge(base, home, page, executablePath))) process.exitCode = 1
}
console.log(`\nLoad ${load()}.`)
process.exit()
