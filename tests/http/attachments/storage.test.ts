import { expect, test } from 'vitest'
import { getMyAccount } from '../../../src/shared/identity/account.api.ts'
import { addItemFiles } from '../../../src/shared/items/items.api.ts'
import { acceptOffer, offerProject } from '../../../src/shared/sharing/handover.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { ALL_PARTS } from '../../support/members.ts'
import { projectFileOf, sendProjectFile } from '../../support/project-file.ts'
import { problemWith } from '../../support/problems.ts'
import { multipart, startTestApp, type Client } from '../../support/test-app.ts'

const FULL = problemWith('storage_full', { limit: '1 MB' })
const MOST = 1024 * 1024

/** Uploads this many bytes. */
const send = (user: Client, size: number, content = 1) =>
  user.raw({ method: 'POST', url: '/upload', ...multipart([{ name: 'a.bin', bytes: Buffer.alloc(size, content) }]) })

test('an account stores up to its limit, counting equal bytes once, and nothing of a refused upload is left', async () => {
  const { newUser, services } = await startTestApp({ storagePerAccountBytes: MOST })
  const [robin, sam] = [await newUser('robin'), await newUser('sam')]
  for (const content of [1, 1]) expect((await send(robin, MOST - 10, content)).statusCode).toBe(200)
  expect((await send(robin, 11, 2)).json()).toMatchObject(FULL)
  expect((await send(robin, 10, 3)).statusCode).toBe(200)
  expect((await send(robin, 1, 4)).json()).toMatchObject(FULL)
  expect((await send(sam, 11, 2)).statusCode).toBe(200)
  expect(await robin.must(getMyAccount, {})).toMatchObject({ storage: { bytes: MOST, mostBytes: MOST } })
  const blobs = await services.db.selectFrom('blobs').select('size').orderBy('size').execute()
  expect(blobs.map(({ size }) => size)).toEqual([10, 11, MOST - 10])
})

test('a project file over the limit is refused, and nothing of it is left', async () => {
  const { newUser, services } = await startTestApp({ storagePerAccountBytes: MOST })
  const [robin, sam] = [await newUser('robin'), await newUser('sam')]
  const projectID = await robin.newProject()
  const itemID = await robin.newItem(projectID, await robin.newRoom(projectID))
  const [file] = await robin.upload([{ name: 'a.bin', bytes: Buffer.alloc(MOST, 1) }])
  await robin.must(addItemFiles, { body: { itemID, files: [{ name: 'a.bin', remote: file?.remote ?? '' }] } })
  const zip = await projectFileOf(robin, projectID)
  await send(sam, 1, 2)
  expect((await sendProjectFile(sam, zip)).problem).toMatchObject(FULL)
  expect((await sam.call(listProjects, {})).status).toBe(204)
  expect(await services.db.selectFrom('blobs').selectAll().execute()).toHaveLength(2)
})

test('a project whose files are more is not handed over, and stays with its owner', async () => {
  const { newUser } = await startTestApp({ storagePerAccountBytes: MOST })
  const [robin, sam] = [await newUser('robin'), await newUser('sam')]
  const projectID = await robin.newProject('Maple Street')
  const itemID = await robin.newItem(projectID, await robin.newRoom(projectID))
  const [file] = await robin.upload([{ name: 'a.bin', bytes: Buffer.alloc(MOST, 1) }])
  await robin.must(addItemFiles, { body: { itemID, files: [{ name: 'a.bin', remote: file?.remote ?? '' }] } })
  const offer = { projectID, email: 'sam@example.com', goes: ALL_PARTS, stays: false }
  const token = new URL((await robin.must(offerProject, { body: offer })).link).hash.slice(1)
  await send(sam, 1, 2)
  expect((await sam.call(acceptOffer, { body: { token } })).problem).toMatchObject(FULL)
  expect((await robin.must(listProjects, {})).projects).toMatchObject([{ name: 'Maple Street' }])
  expect((await sam.call(listProjects, {})).status).toBe(204)
  expect(await robin.must(getMyAccount, {})).toMatchObject({ storage: { bytes: MOST } })
  const kim = await newUser('kim')
  await kim.must(acceptOffer, { body: { token } })
  expect(await kim.must(getMyAccount, {})).toMatchObject({ storage: { bytes: MOST } })
  expect(await robin.must(getMyAccount, {})).toMatchObject({ storage: { bytes: 0 } })
})

test('concurrent uploads cannot exceed the limit', async () => {
  const { newUser } = await startTestApp({ storagePerAccountBytes: MOST })
  const robin = await newUser('robin')
  const answers = await Promise.all(Array.from({ length: 8 }, (_, nth) => send(robin, MOST / 4, nth)))
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([200, 200, 200, 200, 409, 409, 409, 409])
})
