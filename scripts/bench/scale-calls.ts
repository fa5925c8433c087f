import { Agent, request } from 'node:http'
import { FORM_TYPE, formOf } from './home.ts'

export const CONNECTIONS = 8

export const PASSWORD = 'a long enough pass'

export interface Asked {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object | Buffer
  token?: string
  cookie?: string
}

export const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

const isEnded = (error: NodeJS.ErrnoException): boolean => error.code === 'EPIPE' || error.code === 'ECONNRESET'

export interface Answer {
  text: string
  /** Those that it sets, as they are sent back. */
  cookie: string
}

export const send = (url: string, asked: Asked): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method, path, body, token, cookie } = asked
    const type = body && { 'content-type': Buffer.isBuffer(body) ? FORM_TYPE : 'application/json' }
    const headers = { ...type, ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) }
    const sent = request(url + path, { method, agent, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const { statusCode = 0 } = answer
        const set = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';', 1)[0] ?? '')
        if (statusCode >= 200 && statusCode < 300) resolve({ text, cookie: set.join('; ') })
        else reject(new Error(`${method} ${path} answered ${statusCode}: ${text}`))
      })
    })
    sent.on('error', (error) => {
      // One of the connections that are kept, which the server has ended while nothing was asked, as while tables are filled.
      if (sent.reusedSocket && isEnded(error)) resolve(send(url, asked))
      else reject(error)
    })
    sent.end(body && (Buffer.isBuffer(body) ? body : JSON.stringify(body)))
  })

const ask = async <T>(url: string, asked: Asked): Promise<T> => JSON.parse((await send(url, asked)).text) as T

/** Somebody who is signed in, and something of theirs. What is created lies in a room of its own, and leaves what is read as it was. */
export interface Person {
  user: string
  token: string
  cookie: string
  newRoomID: number
  /** Created while it is measured. */
  newItems: number[]
  newFiles: string[]
  /** One of them, and its version, which each time that it is done raises. */
  task: { taskID: number; version: number }
  projectID: number
  roomID: number
  roomType: number
  itemID: number
  catID: number
  subcatID: number
  remote: string
}

export const signIn = async (url: string, user: string): Promise<Person> => {
  const session = await send(url, { method: 'POST', path: '/login', body: { user, pwd: PASSWORD } })
  const { cookie } = session
  const { accessToken: token } = JSON.parse(session.text) as { accessToken: string }
  const get = <T>(path: string) => ask<T>(url, { method: 'GET', path, token })
  const { projects } = await get<{ projects: { projectID: number }[] }>('/projects')
  const projectID = projects[projects.length >> 1]?.projectID ?? 0
  const { rooms } = await get<{ rooms: { ID: number; roomType: number }[] }>(`/getrooms?projectID=${projectID}`)
  // Not the first, of which an item lies in the trash.
  const { ID: roomID = 0, roomType = 0 } = rooms.toSorted((one, other) => one.ID - other.ID).at(-1) ?? {}
  const [item] = await get<{ itemID: number; catID: number; subcatID: number }[]>(`/items?roomID=${roomID}`)
  if (!item) throw new Error(`${user} has no item.`)
  const body = { projectID, roomType, roomName: 'Attic' }
  const { roomID: newRoomID } = await ask<{ roomID: number }>(url, { method: 'PUT', path: '/createroom', body, token })
  const [file] = await ask<{ remote: string }[]>(url, { method: 'POST', path: '/upload', body: FORM, token })
  const remote = file?.remote ?? ''
  const files = [{ name: 'manual.txt', remote }]
  await send(url, { method: 'PUT', path: '/itemfiles', body: { itemID: item.itemID, files }, token })
  const { itemID, catID, subcatID } = item
  const measured = { projectID, roomID, roomType, itemID, catID, subcatID, remote }
  return { user, token, cookie, ...measured, newRoomID, newItems: [], newFiles: [], task: { taskID: 0, version: 1 } }
}

let changes = 0
const VALUES = { field1: 'Castellan', notes: 'The receipt is in the blue folder.' }
const DAILY = { every: 1, unit: 'day', fromDone: false }
const FORM = formOf('manual.txt', Buffer.from('Two coats over primer.'))

/** What is asked again and again. */
export const CALLS = {
  'GET /projects': () => ({ method: 'GET', path: '/projects' }),
  'GET /project': ({ projectID }) => ({ method: 'GET', path: `/project?projectID=${projectID}` }),
  'GET /getrooms': ({ projectID }) => ({ method: 'GET', path: `/getrooms?projectID=${projectID}` }),
  'GET /getroom': ({ roomID }) => ({ method: 'GET', path: `/getroom?roomID=${roomID}` }),
  'GET /items': ({ roomID }) => ({ method: 'GET', path: `/items?roomID=${roomID}` }),
  'GET /item': ({ itemID }) => ({ method: 'GET', path: `/item?itemID=${itemID}` }),
  'GET /pictures': ({ projectID }) => ({ method: 'GET', path: `/pictures?projectID=${projectID}` }),
  'GET /download': ({ remote }) => ({ method: 'GET', path: `/download/${remote}` }),
  'GET /upcoming': () => ({ method: 'GET', path: '/upcoming' }),
  'GET /search': () => ({ method: 'GET', path: '/search?q=dry+sage' }),
  'GET /search, none': () => ({ method: 'GET', path: '/search?q=zebra' }),
  'GET /search, files': () => ({ method: 'GET', path: '/search?q=torque' }),
  'GET /whereused': ({ itemID }) => ({ method: 'GET', path: `/whereused?itemID=${itemID}` }),
  'GET /suggestions': ({ subcatID }) => ({
    method: 'GET',
    path: `/suggestions?subcatID=${subcatID}&field=field1&q=ha`,
  }),
  'GET /deleted': () => ({ method: 'GET', path: '/deleted' }),
  'GET /ready': ({ projectID }) => ({ method: 'GET', path: `/ready?projectID=${projectID}` }),
  'GET /unsorted': ({ projectID }) => ({ method: 'GET', path: `/unsorted?projectID=${projectID}` }),
  'GET /links': ({ projectID }) => ({ method: 'GET', path: `/links?projectID=${projectID}` }),
  'GET /members': ({ projectID }) => ({ method: 'GET', path: `/members?projectID=${projectID}` }),
  'GET /activity': ({ projectID }) => ({ method: 'GET', path: `/activity?projectID=${projectID}` }),
  'GET /history': ({ itemID }) => ({ method: 'GET', path: `/history?itemID=${itemID}` }),
  'GET /emergency': ({ projectID }) => ({ method: 'GET', path: `/emergency?projectID=${projectID}` }),
  'GET /tasksuggestions': ({ projectID }) => ({ method: 'GET', path: `/tasksuggestions?projectID=${projectID}` }),
  'GET /tasksuggestions, all': () => ({ method: 'GET', path: '/tasksuggestions' }),
  'GET /mysessions': () => ({ method: 'GET', path: '/mysessions' }),
  'POST /refresh': ({ cookie }) => ({ method: 'POST', path: '/refresh', cookie }),
  'POST /item': ({ itemID }) => ({
    method: 'POST',
    path: '/item',
    body: { itemID, inputs: { notes: `${VALUES.notes} ${++changes}` } },
  }),
  'POST /upload': () => ({ method: 'POST', path: '/upload', body: FORM }),
  'PUT /item': ({ projectID, newRoomID, catID, subcatID }) => ({
    method: 'PUT',
    path: '/item',
    body: { projectID, roomID: newRoomID, catID, subcatID, inputs: { notes: `${VALUES.notes} ${++changes}` } },
  }),
  // After both that make what it needs: each time another file for the next item.
  'PUT /itemfiles': ({ newItems, newFiles }) => {
    const at = ++changes
    const [itemID, remote] = [newItems[at % newItems.length], newFiles[at % newFiles.length]]
    return { method: 'PUT', path: '/itemfiles', body: { itemID, files: [{ name: `manual ${at}.txt`, remote }] } }
  },
  'PUT /task': ({ projectID }) => ({
    method: 'PUT',
    path: '/task',
    body: { projectID, inputs: { name: `Change Filter ${++changes}`, day: '2031-01-30', repeats: DAILY } },
  }),
  'POST /taskdone': ({ task }) => ({ method: 'POST', path: '/taskdone', body: { ...task, day: '2026-01-30' } }),
  'PUT /createroom': ({ projectID, roomType }) => ({
    method: 'PUT',
    path: '/createroom',
    body: { projectID, roomType, roomName: `Room ${++changes}` },
  }),
} as const satisfies Record<string, (person: Person) => Asked>
export type Call = keyof typeof CALLS

export const asking = (call: Call, person: Person): Asked => {
  const write: (person: Person) => Asked = CALLS[call]
  return { token: person.token, ...write(person) }
}

/** What somebody has by an answer. */
export const taken: Partial<Record<Call, (person: Person, answer: Answer) => void>> = {
  'POST /refresh': (person, { text, cookie }) => {
    Object.assign(person, { cookie, token: (JSON.parse(text) as { accessToken: string }).accessToken })
  },
  'POST /upload': ({ newFiles }, { text }) => {
    newFiles.push(...(JSON.parse(text) as { remote: string }[]).map(({ remote }) => remote))
  },
  'PUT /item': ({ newItems }, { text }) => {
    newItems.push((JSON.parse(text) as { itemID: number }).itemID)
  },
  'PUT /task': (person, { text }) => {
    person.task = { taskID: (JSON.parse(text) as { taskID: number }).taskID, version: 1 }
  },
  'POST /taskdone': ({ task }) => {
    task.version++
  },
}

/** What people do who are at it: of a hundred requests so many. */
const MIX: readonly [Call, number][] = [
  ['GET /projects', 10],
  ['GET /getrooms', 12],
  ['GET /getroom', 15],
  ['GET /items', 25],
  ['GET /item', 15],
  ['GET /search', 5],
  ['GET /suggestions', 5],
  ['GET /download', 5],
  ['POST /item', 8],
]

export const mixOf = (people: readonly Person[], count: number): Asked[] => {
  const calls = MIX.flatMap(([call, times]) => Array.from({ length: times }, () => call))
  return Array.from({ length: count }, (_, at) => {
    // 37 has nothing in common with 100: each call comes as often as it shall, and each time with another person.
    const [call, person] = [calls[(at * 37) % calls.length], people[at % people.length]]
    return call && person ? asking(call, person) : undefined
  }).filter((asked) => asked !== undefined)
}
