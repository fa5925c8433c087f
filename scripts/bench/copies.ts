import autocannon from 'autocannon'
import { ADDRESS, callsOf, formOf, itemSaves, readKitchens, signIn, type Ask, type Home } from './home.ts'
import { median } from './median.ts'

/**
 * Measures how long a large project takes to copy, and the longest that somebody else waits for a save meanwhile: one who
 * saves an item again and again, before and while it is copied.
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

interface Copied {
  copyMs: number
  saveMs: number
  isFastEnough: boolean
}

/** On a server where somebody has a home, who saves, and somebody else has no project yet, who copies. */
export const measureCopies = async (url: string, home: Home): Promise<Copied> => {
  const signedIn = await signIn(url, home.accounts[1])
  const { ask } = signedIn
  const projectID = await makeLargeProject(url, signedIn)
  const copies: number[] = []
  const saves: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const endSaving = saveMeanwhile(callsOf(url, home.accessToken), home.itemIDs[0] ?? 0)
    const begun = performance.now()
    const copy = await ask<{ projectID: number }>('PUT', '/copyproject', { projectID })
    copies.push(performance.now() - begun)
    saves.push(await endSaving())
    // A plan holds two.
    await ask('DELETE', `/project?projectID=${copy.projectID}`)
  }
  const [copyMs, saveMs] = [Math.max(...copies), median(saves)]
  return { copyMs, saveMs, isFastEnough: copyMs <= COPY_TARGET_MS && saveMs <= SAVE_TARGET_MS }
}

export const COPIED = `${ITEMS} items with ${ATTACHED} attachments`
