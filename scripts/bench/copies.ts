import { ADDRESS, formOf, readKitchens, signIn, type Ask, type Home } from './home.ts'
import { load } from './load.ts'
import { median } from './median.ts'
import { besideAnotherUser, OTHERS_TARGET_MS } from './other-user.ts'
import type { Size } from './sizes.ts'

/**
 * Measures how long a large project takes to copy, to download as one file, to import again, and to fill from a
 * spreadsheet, and how long another user waits during each.
 */

const FILES = 10
const CREATED_AT_ONCE = 10
/** The most that each may take, in milliseconds; undefined where only the other user's wait has a limit. */
const TARGETS_MS = { copy: 5000, download: 5000, import: undefined, spreadsheet: undefined } as const

interface Place {
  roomID: number
  catID: number
  subcatID: number
}

const newProject = async (ask: Ask, name: string): Promise<number> =>
  (await ask<{ projectID: number }>('PUT', '/project', { inputs: { name, ...ADDRESS } })).projectID

/** Kitchens with `items` items, of which the first `attachments` have a file. */
const makeLargeProject = async (
  url: string,
  { accessToken, ask }: { accessToken: string; ask: Ask },
  { rooms, items, attachments }: Size['copies'],
): Promise<number> => {
  const projectID = await newProject(ask, 'Orchard Row')
  const { roomType, kinds } = await readKitchens(ask)
  const places: Place[] = []
  for (let n = 1; n <= rooms; n++) {
    const made = { projectID, roomType, roomName: `Kitchen ${n}` }
    const { roomID } = await ask<{ roomID: number }>('PUT', '/createroom', made)
    places.push(...kinds.map((kind) => ({ roomID, ...kind })))
  }
  const remotes: string[] = []
  for (let n = 0; n < FILES; n++) {
    const form = formOf(`manual ${n}.pdf`, Buffer.from(`%PDF-1.7 ${n}`))
    remotes.push(...(await ask<{ remote: string }[]>('POST', '/upload', form)).map(({ remote }) => remote))
  }
  const inputs = { field1: 'Castellan & Sons', field2: 'Model 4410-B', notes: 'As chosen.' }
  const bodies = Array.from({ length: items }, (_, n) => {
    const files = n < attachments ? { 'manual.pdf': remotes[n % FILES] } : {}
    return JSON.stringify({ projectID, ...places[n % places.length], inputs, files: JSON.stringify(files) })
  })
  await load({
    url: `${url}/item`,
    method: 'PUT',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    connections: CREATED_AT_ONCE,
    next: () => bodies.pop() ?? null,
  })
  return projectID
}

const sheetOf = (rows: number): string => {
  const lines = Array.from(
    { length: rows },
    (_, n) => `Kitchen ${1 + (n % 25)},Faucet,Castellan & Sons,Model ${n},Satin brass,As chosen with the owner`,
  )
  return ['Room,Subcategory,Brand,Model Number,Finish,Notes', ...lines].join('\r\n')
}

/** Uploads the spreadsheet, checks it and imports it into a new project. */
const importSheet = async (ask: Ask, sheet: string, rows: number): Promise<{ projectID: number }> => {
  const projectID = await newProject(ask, 'Lindenhof')
  const { roomType } = await readKitchens(ask)
  const [file] = await ask<{ remote: string }[]>('POST', '/upload', formOf('finishes.csv', Buffer.from(sheet)))
  const { columns } = await ask<{ columns: { title: string; is: string; name?: string }[] }>('POST', '/readsheet', {
    projectID,
    remote: file?.remote,
  })
  const names = [
    ...new Set(
      sheet
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0] ?? ''),
    ),
  ]
  const matching = {
    projectID,
    remote: file?.remote,
    columns: columns.map(({ is, name }) => ({ is, ...(name !== undefined && { name }) })),
    newRooms: names.map((name) => ({ name, roomTypeID: roomType })),
    toNotes: true,
  }
  const { fingerprint, errors } = await ask<{ fingerprint: string | null; errors: unknown[] }>(
    'POST',
    '/checksheet',
    matching,
  )
  if (fingerprint === null) throw new Error(`The spreadsheet is refused: ${JSON.stringify(errors[0])}`)
  const { created } = await ask<{ created: number }>('POST', '/importsheet', { ...matching, fingerprint })
  if (created !== rows) throw new Error(`Of ${rows} rows ${created} became items.`)
  return { projectID }
}

type CopyWork = keyof typeof TARGETS_MS
export interface Taken {
  /** Median of all rounds, in milliseconds. */
  ms: number
  /** The highest p99 of another user in a round, in milliseconds. */
  p99: number
  isFastEnough: boolean
}

/** `home` belongs to the other user; its second account has no project yet and does the heavy work. */
export const measureCopies = async (url: string, home: Home, size: Size['copies']) => {
  const signedIn = await signIn(url, home.accounts[1])
  const { ask, accessToken } = signedIn
  const projectID = await makeLargeProject(url, signedIn, size)
  const sheet = sheetOf(size.sheetRows)
  const rounds: Record<CopyWork, { ms: number; p99: number }[]> = {
    copy: [],
    download: [],
    import: [],
    spreadsheet: [],
  }
  for (let round = 0; round < size.rounds; round++) {
    const during = async <T>(name: CopyWork, work: () => Promise<T>): Promise<T> => {
      const { result, ...taken } = await besideAnotherUser(url, home, work)
      rounds[name].push(taken)
      return result
    }
    // The Basic plan holds two projects.
    const remove = (made: { projectID: number }) => ask('DELETE', `/project?projectID=${made.projectID}`)
    await remove(await during('copy', () => ask<{ projectID: number }>('PUT', '/copyproject', { projectID })))
    const file = await during('download', async () => {
      const headers = { authorization: `Bearer ${accessToken}` }
      const response = await fetch(`${url}/export?projectID=${projectID}`, { headers })
      if (!response.ok) throw new Error(`The project file is a ${response.status}.`)
      return Buffer.from(await response.arrayBuffer())
    })
    const form = formOf('project.zip', file)
    await remove(await during('import', () => ask<{ projectID: number }>('PUT', '/importproject', form)))
    await remove(await during('spreadsheet', () => importSheet(ask, sheet, size.sheetRows)))
  }
  // Searches are measured in an account without it.
  await ask('DELETE', `/project?projectID=${projectID}`)
  const takenBy = (name: CopyWork): Taken => {
    const ms = median(rounds[name].map((round) => round.ms))
    const p99 = Math.max(...rounds[name].map((round) => round.p99))
    return { ms, p99, isFastEnough: ms <= (TARGETS_MS[name] ?? Infinity) && p99 <= OTHERS_TARGET_MS }
  }
  return {
    copy: takenBy('copy'),
    download: takenBy('download'),
    import: takenBy('import'),
    spreadsheet: takenBy('spreadsheet'),
  }
}
