import type { KyselyPlugin } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { createApp } from '../../../src/server/app.ts'
import { newThings, ofProjects, type Things } from '../../support/cases.ts'
import { ENGINE } from '../../support/database.ts'
import { addMember, allRows } from '../../support/members.ts'
import { sentenceOf } from '../../support/problems.ts'
import { Client, furnished } from '../../support/test-app.ts'

/** Rights are checked when data changes: here an editor becomes a viewer during a call. */

const editing = ofProjects.filter(({ takes, endpoint }) => takes === 'write' && endpoint.method !== 'GET')

// SQLite's transactions are serial: rights cannot change within one.
const MOST_STATEMENTS = ENGINE === 'SQLite' ? 1 : 8

const start = furnished(async ({ newUser, services: { db } }) => {
  const [owner, editor, sam] = [await newUser('owner'), await newUser('editor'), await newUser('sam_e')]
  const homes: Things[] = []
  while (homes.length < MOST_STATEMENTS) homes.push(await newThings(db, owner, sam, `Maple Street ${homes.length}`))
  for (const { projectID } of homes) await addMember(db, projectID, 'editor', 'editor')
  const [file] = await editor.upload([{ name: 'a.txt', bytes: Buffer.from('Sub Category,Brand\nFaucet,Castellan\n') }])
  return { people: { owner, editor }, things: { homes, remote: file?.remote ?? '' } }
})
type Started = Awaited<ReturnType<typeof start>>

/** The editor becomes a viewer at the `count`th statement of a call. */
const losingAfter = async ({ services, people }: Started, count: number, { projectID }: Things): Promise<Client> => {
  let ran = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (++ran === count) await addMember(services.db, projectID, 'editor', 'viewer')
      return result
    },
  }
  const app = await createApp({ ...services, db: services.db.withPlugin(plugin) }, { checkAnswers: true })
  onTestFinished(() => app.close())
  return new Client(app, people.editor.accessToken)
}

const REFUSED = { statusCode: 403, code: 'not_allowed', message: sentenceOf('not_allowed') }

test("a right lost before a call's first check refuses the call, and nothing changes", async () => {
  const started = await start()
  const { db } = started.services
  const { homes, remote } = started.things
  const [home] = homes as [Things]
  const rows = await allRows(db)
  for (const { name, endpoint, request } of editing) {
    await addMember(db, home.projectID, 'editor', 'editor')
    const editor = await losingAfter(started, 1, home)
    const { problem } = await editor.call(endpoint, request(home, { ...home, remote }))
    expect(problem, name).toMatchObject(REFUSED)
  }
  expect(await allRows(db)).toEqual(rows)
})

test.each(MOST_STATEMENTS === 1 ? [] : editing)(
  '$name completes, or is refused without changes, whenever the right is lost',
  async ({ endpoint, request }: { endpoint: EndpointSpec; request: (typeof editing)[number]['request'] }) => {
    const started = await start()
    const { db } = started.services
    const { homes, remote } = started.things
    for (const [at, home] of homes.slice(1).entries()) {
      const rows = await allRows(db)
      const editor = await losingAfter(started, at + 2, home)
      const { status, problem } = await editor.call(endpoint, request(home, { ...home, remote }))
      expect([endpoint.status, REFUSED.statusCode]).toContain(status)
      if (status === endpoint.status) continue
      expect(problem).toMatchObject(REFUSED)
      expect(await allRows(db)).toEqual(rows)
    }
  },
)

test('an item is not saved if the right is lost after it was read', async () => {
  const inputs = { field1: 'Typed' }
  for (const name of ['createItem', 'updateItem'] as const) {
    const started = await start()
    const [home] = started.things.homes as [Things]
    const { projectID, roomID, itemID, catID, subcatID } = home
    const rows = await allRows(started.services.db)
    const editor = await losingAfter(started, 2, home)
    const { problem } =
      name === 'createItem'
        ? await editor.call(endpoints.createItem, { body: { projectID, roomID, catID, subcatID, inputs } })
        : await editor.call(endpoints.updateItem, { body: { itemID, inputs } })
    expect(problem, name).toMatchObject(REFUSED)
    expect(await allRows(started.services.db)).toEqual(rows)
  }
})
