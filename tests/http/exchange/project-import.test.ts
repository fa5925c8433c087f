import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createItem, filesJSON, getItem, listItems, type Item } from '../../../src/shared/items/items.api.ts'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { SLOTS } from '../../../src/shared/structure/room-structure.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { renameRoomType, renameSubcategory } from '../../../src/shared/structure/structure.api.ts'
import { importStructure } from '../../../src/shared/structure/structure-file.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { unavailable } from '../../../src/server/platform/http/app-error.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import { transact } from '../../../src/server/platform/db/database.ts'
import { importProjectFile, receiveFile } from '../../../src/server/exchange/project-file/import-project.service.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { mustImport, projectFileOf, sendProjectFile } from '../../support/project-file.ts'
import { roomTypeID, subcategoryIDs } from '../../support/test-app.ts'
import {
  startWithoutPapers,
  actorOf,
  newHome,
  seen,
  startElsewhere,
  homeOf,
  roomOf,
  downloadedFiles,
} from './project-file-home.ts'

describe('the import of a project file', () => {
  test('keeps every value that the structure has no place for, and reports what an admin has to add', async () => {
    const { newUser } = await startWithoutPapers()
    const robin = await newUser('robin', [Role.Admin])
    const there = await startElsewhere([Role.Admin])
    const { user } = there
    const { projectID, kitchen } = await newHome(robin)
    const longest = 'x'.repeat(250)
    const spout = {
      subcategories: { Spout: ['Batch', 'Lot'] },
      categories: {},
      roomTypes: { Kitchen: { Plumbing: ['Spout'] } },
    }
    await robin.must(importStructure, { body: { structure: spout, apply: true } })
    const place = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Spout')
    const inputs = { field1: longest, notes: 'as it was' }
    await robin.must(createItem, { body: { projectID, roomID: kitchen, ...place, inputs } })
    const sent = await projectFileOf(robin, projectID)

    const faucet = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
    // Renamed, so that the import knows neither.
    await user.must(renameRoomType, {
      body: { roomTypeID: await roomTypeID(user, 'Kitchen'), roomType: 'Cookery', was: 'Kitchen' },
    })
    await user.must(renameSubcategory, { body: { subcatID: faucet.subcatID, subCatName: 'Tap', was: 'Faucet' } })

    const refused = await sendProjectFile(user, sent, { query: '?unfit=refuse' })
    expect([refused.status, refused.problem.code]).toEqual([409, 'does_not_fit'])
    expect(refused.problem.report).toMatchObject({
      roomTypes: [{ name: 'Kitchen', rooms: 2 }],
      subcategories: [
        { category: 'Plumbing', name: 'Faucet', items: 2 },
        { category: 'Plumbing', name: 'Spout', items: 1 },
      ],
      labels: expect.arrayContaining([{ subcategory: 'Spout', name: 'Batch', items: 1 }]),
    })
    const before = (await user.must(listProjects, {})).projects.length
    const { projectID: copyID, report } = await mustImport(user, sent)
    expect((await user.must(listProjects, {})).projects).toHaveLength(before + 1)
    expect(report).toEqual(refused.problem.report)
    const [first, long] = await user.must(listItems, { query: { roomID: await roomOf(user, copyID, 'Kitchen') } })
    const texts = (item: Item | undefined) => [item?.note, ...SLOTS.map((slot) => item?.[slot])].join('\n')
    for (const value of ['left\nof "it"', 'Plumbing – Faucet', 'Castellan', 'Brass'])
      expect(texts(first)).toContain(value)
    expect(long?.note).toBe('as it was')
    const paper = (await downloadedFiles(user, long)).join('\n')
    expect(texts(long) + paper).toContain(longest)
    expect(report).toMatchObject({ inNotes: 2, inFiles: 1 })

    // After the admin adds what is missing, everything fits.
    await user.must(importStructure, { body: { structure: report.structure, apply: true } })
    const whole = await sendProjectFile(user, sent, { query: '?unfit=refuse' })
    expect(whole.status).toBe(201)
    expect(whole.body.report.structure).toBeNull()
    const fitted = await seen(user, whole.body.projectID)
    expect({ ...fitted, name: '' }).toEqual({ ...(await seen(robin, projectID)), name: '' })
  })

  test('moves a value without a label to the notes, and leaves a hidden value in its field', async () => {
    const { newUser } = await startWithoutPapers()
    const robin = await newUser('robin', [Role.Admin])
    const there = await startElsewhere([Role.Admin])
    const projectID = await robin.newProject()
    const roomID = await robin.newRoom(projectID)
    const { subcatID } = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Faucet')
    const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan', field2: 'Kept out of sight' })
    const { labels } = await robin.must(getItem, { query: { itemID } })
    const propIDs = SLOTS.map((slot) => labels.find(({ field }) => field === slot)?.propID ?? null)
    // Removing the second label hides its value.
    const fields = propIDs.map((each, at) => (at === 1 ? null : each))
    await robin.must(setLabels, { body: { subcatID, fields, was: propIDs, moveValues: false, confirmed: true } })
    expect((await robin.must(getItem, { query: { itemID } })).field2).toBe('Kept out of sight')
    const sent = await projectFileOf(robin, projectID)
    const { projectID: copyID, report } = await mustImport(there.user, sent)
    const [item] = await there.user.must(listItems, { query: { roomID: await roomOf(there.user, copyID, 'Kitchen') } })
    // In that field another label would show it.
    expect(item).toMatchObject({ field1: 'Castellan', field2: '', note: 'Field 2: Kept out of sight' })
    expect(report).toMatchObject({ inNotes: 1, structure: null })
    const back = await mustImport(robin, sent)
    const [same] = await robin.must(listItems, { query: { roomID: await roomOf(robin, back.projectID, 'Kitchen') } })
    expect(same).toMatchObject({ field2: 'Kept out of sight', note: '' })
  })

  test('is refused beyond the plan limit, and imports once per Idempotency-Key', async () => {
    const { services, newUser } = await startWithoutPapers({ planLimit: true })
    const robin = await newUser('robin')
    const { projectID } = await newHome(robin)
    const sent = await projectFileOf(robin, projectID)
    const keyed = { headers: { 'idempotency-key': 'once' } }
    const [first, again] = [await sendProjectFile(robin, sent, keyed), await sendProjectFile(robin, sent, keyed)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    const third = await sendProjectFile(robin, sent)
    expect([third.status, third.problem.code]).toEqual([409, 'plan_limit'])
    expect((await robin.must(listProjects, {})).projects).toHaveLength(2)
    expect(await services.db.selectFrom('pending_writes').selectAll().execute()).toEqual([])
    await robin.must(deleteProject, { query: { projectID: first.body.projectID } })
    expect((await sendProjectFile(robin, sent)).status).toBe(201)
  })

  test('is refused while another import of the user runs', async () => {
    const { newUser } = await startWithoutPapers({}, { alone: 'each server has imports of its own' })
    const robin = await newUser('robin')
    const { projectID } = await newHome(robin)
    const sent = await projectFileOf(robin, projectID)
    const both = await Promise.all([sendProjectFile(robin, sent), sendProjectFile(robin, sent)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 429])
    expect((await sendProjectFile(robin, sent)).status).toBe(201)
  })

  test('leaves a spool file when killed, which the sweep removes after a day', async () => {
    const { services } = await startWithoutPapers({}, { alone: 'each server has a spool of its own' })
    const folder = join(services.config.dataDir, 'spool')
    await sweep(services)
    const [old, young] = ['a'.repeat(32), 'b'.repeat(32)]
    for (const name of [old, young]) writeFileSync(join(folder, name), 'begun')
    const long = (Date.now() - 25 * 60 * 60 * 1000) / 1000
    utimesSync(join(folder, old), long, long)
    await sweep(services)
    expect(readdirSync(folder)).toEqual([young])
  })

  test('keeps its files if the connection breaks during the commit and the client has disconnected', async () => {
    const { services, newUser } = await startWithoutPapers()
    const { sent } = await homeOf({ newUser })
    const sam = await newUser('sam')
    const { db } = services
    const actor = await actorOf(services, 'sam')
    const gone = new AbortController()
    const broken = new Error('The connection is broken.')
    const importing = importProjectFile(services, actor, {
      arrived: await receiveFile(services, Readable.from([sent])),
      refuseUnfit: false,
      signal: gone.signal,
      inDatabase: async (work) => {
        await transact(db, work)
        gone.abort()
        throw broken
      },
    })
    await expect(importing).rejects.toBe(broken)
    const items = await sam.must(listItems, { query: { roomID: await roomOf(sam, undefined, 'Kitchen') } })
    expect(await downloadedFiles(sam, items[0])).toEqual(['tap.png', 'how to'])
  })

  test('removes its files a few at a time when refused, and the sweep removes those that failed after a day', async () => {
    const { services, newUser, clock } = await startWithoutPapers({ planLimit: true }, { alone: 'it breaks one store' })
    const { db, store } = services
    const robin = await newUser('robin')
    const projectID = await robin.newProject()
    const roomID = await robin.newRoom(projectID)
    for (let n = 0; n < 3; n++) {
      const bytes = Array.from({ length: 20 }, (_, at) => ({ name: `${at}.txt`, bytes: Buffer.from(`${n} ${at}`) }))
      const files = (await robin.upload(bytes)).map(({ filename, remote }) => ({ name: filename, remote }))
      await robin.newItem(projectID, roomID, {}, filesJSON(files))
    }
    const sent = await projectFileOf(robin, projectID)
    await robin.newProject('Elm Street')
    const keys = async () => {
      const all = []
      for await (const { key } of store.list()) all.push(key)
      return all.toSorted()
    }
    const before = await keys()

    const remove = store.remove.bind(store)
    let [calls, under, most] = [0, 0, 0]
    const left: string[] = []
    store.remove = async (key) => {
      most = Math.max(most, ++under)
      const fails = calls++ % 10 === 0
      if (fails) left.push(key)
      else await remove(key)
      under--
      if (fails) throw unavailable(new Error('The bucket does not answer.'))
    }
    expect((await sendProjectFile(robin, sent)).problem.code).toBe('plan_limit')
    store.remove = remove
    expect([calls, most <= 20]).toEqual([60, true])
    expect(await keys()).toEqual([...before, ...left].toSorted())
    const pending = async () =>
      (await db.selectFrom('pending_writes').select('storage_key').execute()).map((row) => row.storage_key).toSorted()
    expect(await pending()).toEqual(left.toSorted())
    clock.turn(DAY)
    await sweep(services)
    expect([await keys(), await pending()]).toEqual([before, []])
  })
})
