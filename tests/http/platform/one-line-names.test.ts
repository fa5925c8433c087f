import { describe, expect, test } from 'vitest'
import { updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { createRoomType, listRoomTypes } from '../../../src/shared/structure/room-structure.api.ts'
import { listProjects, createProject, updateProject } from '../../../src/shared/projects/projects.api.ts'
import { createRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import {
  createCategory,
  createSubcategory,
  renameCategory,
  renameRoomType,
  renameSubcategory,
} from '../../../src/shared/structure/structure.api.ts'
import { createProperties, listProperties } from '../../../src/shared/structure/labels.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { asRequest, changed, good, pathsOf, startWithThings, taking } from '../../support/cases.ts'
import { registrationOf, roomTypeID, startTestApp, subcategoryIDs } from '../../support/test-app.ts'

const DECEPTIVE = ['Maple\u001b[2J Street', 'Maple\nStreet']

describe.each(DECEPTIVE)('the name %j', (name) => {
  test('is a 400 that names its field in every call, and nothing is created or changed', async () => {
    const { newUser, anonymous } = await startTestApp()
    const admin = await newUser('admin', [Role.Admin])
    const projectID = await admin.newProject()
    const roomID = await admin.newRoom(projectID)
    const kitchen = await roomTypeID(admin, 'Kitchen')
    const { catID, subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
    const state = async () => [
      await admin.must(listProjects, {}),
      await admin.must(listRoomTypes, {}),
      await admin.must(listProperties, {}),
    ]
    const before = await state()

    const { inputs: person, ...registration } = registrationOf('robin')
    const place = { address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }
    const all = { name, client: name, address: name, address2: name, city: name, state: name, zip: name }
    const named = { first: name, last: name, company: name, phone: name, address2: name }
    const answers = [
      [await anonymous.send(register, { body: { ...registration, user: name, inputs: person } }), ['user']],
      [
        await anonymous.send(register, { body: { ...registration, inputs: { ...person, ...named } } }),
        Object.keys(named),
      ],
      [
        await admin.send(updateMyAccount, { body: { inputs: { ...person, ...named, user: 'admin' } } }),
        Object.keys(named),
      ],
      [await admin.send(createProject, { body: { inputs: { ...place, name } } }), ['name']],
      [await admin.send(updateProject, { body: { projectID, inputs: all } }), Object.keys(all)],
      [await admin.send(createRoom, { body: { projectID, roomType: kitchen, roomName: name } }), ['roomName']],
      [await admin.send(updateRoom, { body: { roomID, roomName: name } }), ['roomName']],
      [await admin.send(createRoomType, { body: { roomType: name } }), ['roomType']],
      [await admin.send(renameRoomType, { body: { roomTypeID: kitchen, roomType: name } }), ['roomType']],
      [await admin.send(createCategory, { body: { newCat: name } }), ['newCat']],
      [await admin.send(renameCategory, { body: { catID, catName: name } }), ['catName']],
      [await admin.send(createSubcategory, { body: { newSubCat: name } }), ['newSubCat']],
      [await admin.send(renameSubcategory, { body: { subcatID, subCatName: name } }), ['subCatName']],
      [await admin.send(createProperties, { body: { newLabelList: [name] } }), ['newLabelList']],
    ] as const
    for (const [{ status, problem }, fields] of answers) {
      expect(status).toBe(400)
      expect(Object.keys(problem.fields ?? {}).sort()).toEqual([...fields].sort())
    }
    expect(await state()).toEqual(before)
  })
})

/** Texts with several lines or kept as sent: notes, searches, secrets, seen values and file names. */
const AS_SENT =
  /^login (user|code)$|\b(pwd|newPass|currentPass|about|preferredTimes|word|notes?|q|value|field[1-6]|was(\.\w+)?|files\.0\.name|kinds\.0\.name)$/

test('every text of every call is one line without control characters, or in this list', async () => {
  const { user, things } = await startWithThings()
  const taken = new Set<string>()
  for (const name of taking) {
    const endpoint: EndpointSpec = endpoints[name]
    const input = good[name](things)
    for (const path of pathsOf(input)) {
      const value: unknown = path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], input)
      if (typeof value !== 'string' || path[0] === 'params') continue
      const spoiled = changed(input, path, { how: 'put', name: '', value: 'Maple\u001bteertS' })
      const { statusCode } = await user.raw(asRequest(endpoint, spoiled as Record<string, unknown>))
      if (statusCode !== 400) taken.add(`${name} ${path.slice(1).join('.')}`)
    }
  }
  expect(taken.size).toBeGreaterThan(30)
  expect([...taken].filter((one) => !AS_SENT.test(one))).toEqual([])
})

test('an admin can rename a room type whose stored name has control characters', async () => {
  const { newUser, services } = await startTestApp()
  const admin = await newUser('robin', [Role.Admin])
  const kitchen = await roomTypeID(admin, 'Kitchen')
  const was = 'Kit\u202echen\u001b[2J'
  await services.db.updateTable('room_types').set({ name: was }).where('id', '=', kitchen).execute()
  const body = { roomTypeID: kitchen, roomType: 'Kitchen', was }
  expect((await admin.send(renameRoomType, { body })).status).toBe(200)
})
