import autocannon from 'autocannon'
import { ADDRESS, callsOf, formOf, itemSaves, readKitchens, signIn, type Ask, type Home } from './home.ts'
import { median } from './median.ts'

/**
 * Measures how long a large project takes to copy, to download as one file and to import again, and the longest that
 * somebody else waits for a save meanwhile: one who saves an item again and again.
 */

const ROOMS = 25
const ITEMS = 5000
const ATTACHED = 3000
const FILES = 10
const ROUNDS = 5
const CREATED_AT_ONCE = 10
/** What a copy, and a save meanwhile, may take at the longest, in milliseconds. */
const COPY_TARGET_MS = 5000
const SAVE_TARGET_MS = 200

interface Place {
  roomID: number
  catID: number
  subcatID: number
}

/** Kitchens with `ITEMS` items, of which the first `ATTACHED` have an attachment. */
const makeLargeProject = async (
  url: string,
  { accessToken, ask }: { accessToken: string; ask: Ask },
): Promise<number> => {
  const { projectID } = await ask<{ projectID: number }>('PUT', '/project', {
    inputs: { name: 'Orchard Row', ...ADDRESS },
  })
  const { roomType, kinds } = await readKitchens(ask)
  const places: Place[] = []
  for (let n = 1; n <= ROOMS; n++) {
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
  const bodies = Array.from({ length: ITEMS }, (_, n) => {
    const files = n < ATTACHED ? { 'manual.pdf': remotes[n % FILES] } : {}
    return JSON.stringify({ projectID, ...places[n % places.length], inputs, files: JSON.stringify(files) })
  })
  const { non2xx, errors } = await autocannon({
    url: `${url}/item`,
    method: 'PUT',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    connections: CREATED_AT_ONCE,
    amount: ITEMS,
    requests: bodies.map((body) => ({ body })),
  })
  if (non2xx > 0 || errors > 0) throw new Error(`Of ${ITEMS} items ${non2xx} were refused, ${errors} failed.`)
  return projectID
}

/** Saves one item after the other until it is told to end, and answers the longest time, in milliseconds. */
const saveMeanwhile = (ask: Ask, itemID: number) => {
  const bodies = itemSaves(itemID).map((body) => JSON.parse(body) as object)
  let goesOn = true
  const saving = async () => {
    let longest = 0
    for (let n = 0; goesOn; n++) {
      const begun = performance.now()
      await ask('POST', '/item', bodies[n % bodies.length])
      longest = Math.max(longest, performance.now() - begun)
    }
    return longest
  }
  const longest = saving()
  return () => {
    goesOn = false
    return longest
  }
}

interface Taken {
  /** Of all rounds the longest, in milliseconds. */
  ms: number
  /** The longest save of a round, of all rounds the median. */
  saveMs: number
}

class Times {
  readonly #works: number[] = []
  readonly #saves: number[] = []

  add(ms: number, saveMs: number): void {
    this.#works.push(ms)
    this.#saves.push(saveMs)
  }

  taken(): Taken {
    return { ms: Math.max(...this.#works), saveMs: median(this.#saves) }
  }
}

interface Copied {
  copy: Taken
  download: Taken
  import: Taken
  areFastEnough: boolean
}

/** On a server where somebody has a home, who saves, and somebody else has no project yet, who copies. */
export const measureCopies = async (url: string, home: Home): Promise<Copied> => {
  const signedIn = await signIn(url, home.accounts[1])
  const { ask, accessToken } = signedIn
  const projectID = await makeLargeProject(url, signedIn)
  const measured = { copy: new Times(), download: new Times(), import: new Times() }
  for (let round = 0; round < ROUNDS; round++) {
    const during = async <T>(name: keyof typeof measured, work: () => Promise<T>): Promise<T> => {
      const endSaving = saveMeanwhile(callsOf(url, home.accessToken), home.itemIDs[0] ?? 0)
      const begun = performance.now()
      const result = await work()
      measured[name].add(performance.now() - begun, await endSaving())
      return result
    }
    // A plan holds two.
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
  }
  const [copy, download, imported] = [measured.copy.taken(), measured.download.taken(), measured.import.taken()]
  const areFastEnough =
    copy.ms <= COPY_TARGET_MS && [copy, download, imported].every(({ saveMs }) => saveMs <= SAVE_TARGET_MS)
  return { copy, download, import: imported, areFastEnough }
}

export const COPIED = `${ITEMS} items with ${ATTACHED} attachments`
