import type { Group } from './fill.ts'
import { startFilled, type Place } from './filled.ts'
import { formOfOneFile } from './home.ts'
import { percentile } from './median.ts'
import { agent, CALLS, PASSWORD, send, signIn, type Asked, type Person } from './scale-calls.ts'
import type { Size } from './sizes.ts'

/**
 * Measures how long users with 10,000 items each wait for the commonest calls, among a million items of others: one user
 * alone, and eight at once.
 */

/** The most that 95 of 100 answers to one user may take, in milliseconds. */
const SAVE_MS = 10
const LIST_MS = 50
const USERS = 8
const WARM_UP = 10

/** Queries as they grow while a user types them. */
const QUERIES = ['dry sage', 'hv-61', 'walnut kitchen', 'harow', 'sw 7008', 'zebra', 'lodz', 'receipt blue']
  .flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)))
  .filter((query) => !query.endsWith(' '))

interface CommonCall {
  name: string
  budget?: number
  ask: (person: Person, nth: number) => Asked
  /** Users with many homes ask this one. */
  byManager?: true
}

const ofOneMB = formOfOneFile('manual.pdf')

const COMMON: readonly CommonCall[] = [
  { name: 'log in', ask: ({ user }) => ({ method: 'POST', path: '/login', body: { user, pwd: PASSWORD } }) },
  { name: 'my projects', budget: LIST_MS, ask: CALLS['GET /projects'] },
  { name: 'my projects, 200 homes', budget: LIST_MS, ask: CALLS['GET /projects'], byManager: true },
  { name: 'project home', budget: LIST_MS, ask: CALLS['GET /getrooms'] },
  { name: 'room items', budget: LIST_MS, ask: CALLS['GET /items'] },
  { name: 'item', budget: LIST_MS, ask: CALLS['GET /item'] },
  { name: 'save item', budget: SAVE_MS, ask: CALLS['POST /item'] },
  { name: 'create item', budget: SAVE_MS, ask: CALLS['PUT /item'] },
  {
    name: 'search as typed',
    budget: LIST_MS,
    ask: (_, nth) => ({ method: 'GET', path: `/search?q=${encodeURIComponent(QUERIES[nth % QUERIES.length] ?? '')}` }),
  },
  { name: 'coming up', budget: LIST_MS, ask: CALLS['GET /upcoming'] },
  { name: 'download 1 MB', ask: CALLS['GET /download'] },
  // Last, because texts of files are read in the background.
  { name: 'upload 1 MB', ask: () => ({ method: 'POST', path: '/upload', body: ofOneMB }) },
]

const groupsOf = ({ homes, rooms, items, manyHomes, others }: Size['calls']): Group[] => {
  const half = { people: Math.ceil(others / 200), homes: 1, rooms: 10, items: 10 }
  return [
    { ...half, name: 'early' },
    { name: 'user', people: USERS, homes, rooms, items },
    { name: 'manager', people: USERS, homes: manyHomes, rooms: 2, items: 1 },
    { ...half, name: 'late' },
  ]
}

/** The times of all answers, in milliseconds; one call after the other for each person. */
const timesOf = async (url: string, { ask }: CommonCall, people: readonly Person[], seconds: number) => {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  const askOn = async (person: Person) => {
    for (let nth = -WARM_UP; nth <= 0 || performance.now() < until; nth++) {
      const asked = { token: person.token, ...ask(person, nth + WARM_UP) }
      const begun = performance.now()
      await send(url, asked)
      if (nth >= 0) times.push(performance.now() - begun)
    }
  }
  await Promise.all(people.map(askOn))
  return times
}

export interface CallTimes {
  name: string
  /** p50 and p95 of one user and of eight at once. */
  alone: readonly [number, number]
  together: readonly [number, number]
  budget: number | undefined
}

/** Yields each call as it is measured. */
export async function* measureCalls(program: readonly string[], place: Place, size: Size['calls']) {
  const server = await startFilled(program, place, groupsOf(size))
  try {
    const signInAll = (group: string) =>
      Promise.all(Array.from({ length: USERS }, (_, at) => signIn(server.url, `${group}-${at}`)))
    const [users, managers] = [await signInAll('user'), await signInAll('manager')]
    for (const person of users) {
      const { text } = await send(server.url, { method: 'POST', path: '/upload', body: ofOneMB, token: person.token })
      person.remote = (JSON.parse(text) as { remote: string }[])[0]?.remote ?? ''
    }
    for (const call of COMMON) {
      const people = call.byManager ? managers : users
      const alone = await timesOf(server.url, call, people.slice(0, 1), size.seconds)
      const together = await timesOf(server.url, call, people, size.seconds)
      const both = (times: readonly number[]) => [percentile(times, 0.5), percentile(times, 0.95)] as const
      yield { name: call.name, alone: both(alone), together: both(together), budget: call.budget } satisfies CallTimes
    }
  } finally {
    agent.destroy()
    await server.stop()
  }
}
