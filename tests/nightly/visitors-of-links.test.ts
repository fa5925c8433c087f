import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fill } from '../../scripts/bench/fill.ts'
import { createApp } from '../../src/server/app.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { withLink, newToken } from '../support/links.ts'
import { signIn, startTestApp } from '../support/test-app.ts'

const ROOMS = 50
const ITEMS = 5000
/** The first call of a kind also compiles its code. */
const TIMES = 3

const processorOf = async (work: () => unknown): Promise<number> => {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return user + system
}

const leastOf = async (work: () => unknown): Promise<number> => {
  const used: number[] = []
  for (let n = 0; n < TIMES; n++) used.push(await processorOf(work))
  return Math.min(...used)
}

/** What takes 100 ms of processor on a usual machine: all verdicts are multiples of it, on whatever machine. */
const someWork = () => {
  for (let n = 0; n < 5500; n++)
    JSON.parse(JSON.stringify(Array.from({ length: 40 }, (_, at) => ({ at, text: `text ${n} ${at}` }))))
}

/** A home of many rooms, and one of a single room whose items are of one category, with 5,000 items each. */
const startFilled = async () => {
  const started = await startTestApp({}, { alone: 'Each server has a processor of its own.' })
  const { db } = started.services
  await started.newUser('model')
  await fill(db, 'model', [
    { name: 'rooms', people: 1, homes: 1, rooms: ROOMS, items: ITEMS / ROOMS },
    { name: 'room', people: 1, homes: 1, rooms: 1, items: ITEMS },
  ])
  // Answers are not checked by their schemas, as in production.
  const app = await createApp(started.services, { checkAnswers: false })
  const [rooms, room] = [await signIn(app, 'rooms-0'), await signIn(app, 'room-0')]
  const places = await db
    .selectFrom('items')
    .select(['project_id as projectID', 'room_id as roomID', 'category_id as catID', 'subcategory_id as subcatID'])
    .orderBy('id')
    .execute()
  const [place, only] = [places[0], places.at(-1)]
  if (!place || !only) throw new Error('Nothing was filled.')
  const { projectID, roomID, catID, subcatID } = only
  const kind = { category_id: catID, subcategory_id: subcatID }
  await db.updateTable('items').set(kind).where('project_id', '=', projectID).execute()
  await db.updateTable('item_words').set(kind).where('room_id', '=', roomID).execute()
  const labels = await db.selectFrom('labels').select('id').where('name', '=', 'Brand').execute()
  const hides = { labels: labels.map(({ id }) => id) }
  return {
    ...{ ...started, app, room, roomID },
    whole: (await newToken(rooms, place.projectID)).token,
    hiding: (await newToken(rooms, place.projectID, { hides })).token,
    large: (await newToken(room, projectID)).token,
    category: (await newToken(room, projectID, { scope: { catID } })).token,
  }
}

test('no visitor of a link to 5,000 items takes more of the processor than a page that others wait for', async () => {
  const { app, roomID, whole, hiding, large, category } = await startFilled()
  const calls: [token: string, url: string][] = [
    [whole, '/openlink'],
    [hiding, '/openlink'],
    [large, '/openlink'],
    [category, '/openlink'],
    [large, `/viewroom?roomID=${roomID}`],
    [large, `/viewitems?from=500&roomID=${roomID}`],
    [category, '/viewitems?from=4500'],
    // What nothing contains, everything, and, in the brand that the link hides, much.
    [whole, '/viewsearch?q=zzzz'],
    [large, '/viewsearch?q=zzzz'],
    [whole, '/viewsearch?q=h'],
    [hiding, '/viewsearch?q=harrow'],
    [whole, `/viewsearch?q=${encodeURIComponent('a b c d e f')}`],
  ]
  const tried = calls.map(([, url]) => url.replace(/\?.*/, ''))
  const byLink = Object.values(endpoints).filter(({ access }) => access === 'link')
  expect(new Set(tried)).toEqual(new Set(byLink.map(({ path }) => path)))
  const unit = await leastOf(someWork)
  for (const [token, url] of calls) {
    const ask = () => app.inject({ url, ...withLink(token) })
    expect((await ask()).statusCode).toBe(200)
    expect((await leastOf(ask)) / unit, url).toBeLessThan(1)
  }
})

test('nobody waits for more than three such answers while eight visitors search 5,000 items', async () => {
  const { app, room, hiding } = await startFilled()
  const unit = await leastOf(someWork)
  const used: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const url = '/viewsearch?q=harrow'
    const visitors = Array.from({ length: 8 }, () => app.inject({ url, ...withLink(hiding) }))
    let areThere = true
    const all = Promise.all(visitors).finally(() => (areThere = false))
    let most = 0
    while (areThere) {
      most = Math.max(most, await processorOf(() => room.must(endpoints.listProjects, {})))
      // An injected call leaves the loop of events no turn.
      await setImmediate()
    }
    used.push(most)
    for (const { statusCode } of await all) expect(statusCode).toBe(200)
  }
  expect(Math.min(...used) / unit).toBeLessThan(3)
})
