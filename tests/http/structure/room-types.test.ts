import { describe, expect, test } from 'vitest'
import {
  createRoomType,
  getRoomStructure,
  listCategories,
  listRoomTypes,
} from '../../../src/shared/structure/room-structure.api.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { problemWith } from '../../support/problems.ts'
import { startTestApp } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  return { ...started, admin: await started.newUser('admin', [Role.Admin]) }
}

describe('a new room type', () => {
  // Proves 7.26
  test("returns its id, is in everybody's list, and has no category yet", async () => {
    const { admin, anonymous } = await start()
    const { roomTypeID, message } = await admin.must(createRoomType, { body: { roomType: '  Sauna ' } })
    expect(message).toContain('"Sauna"')
    expect((await anonymous.must(listRoomTypes, {})).rooms).toContainEqual({ roomTypeID, roomTypeName: 'Sauna' })
    expect(await anonymous.must(listCategories, { query: { roomType: roomTypeID } })).toEqual({ cats: [] })
    expect(await anonymous.must(getRoomStructure, { query: { roomType: roomTypeID } })).toEqual({})
    const projectID = await admin.newProject()
    const room = await admin.call(createRoom, { body: { projectID, roomName: 'Cellar', roomType: roomTypeID } })
    expect(room.status).toBe(201)
  })

  // Proves 1.5
  test('can be created by administrators and resellers only', async () => {
    const { newUser, anonymous } = await start()
    const reseller = await newUser('reseller', [Role.Reseller])
    expect((await reseller.call(createRoomType, { body: { roomType: 'Sauna' } })).status).toBe(201)
    const user = await newUser('user')
    expect((await user.call(createRoomType, { body: { roomType: 'Attic' } })).problem).toMatchObject(
      problemWith('role_missing'),
    )
    expect((await anonymous.call(createRoomType, { body: { roomType: 'Attic' } })).status).toBe(401)
  })

  test('is a 409 if the name exists in any case or form', async () => {
    const { admin } = await start()
    await admin.must(createRoomType, { body: { roomType: 'Sauna' } })
    for (const [sent, shown] of [
      ['Sauna', 'Sauna'],
      [' SAUNA ', 'SAUNA'],
      ['ｓauna', 'ｓauna'],
      ['kitchen', 'kitchen'],
    ] as const) {
      const answer = await admin.call(createRoomType, { body: { roomType: sent } })
      const message = `Room type "${shown}" already exists!`
      expect(answer.problem).toMatchObject({
        statusCode: 409,
        code: 'room_type_taken',
        message,
        fields: { roomType: message },
      })
    }
  })

  test('is created once by several administrators at once', async () => {
    const { admin } = await start()
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => admin.call(createRoomType, { body: { roomType: 'Sauna' } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test.each([
    ['nothing', '', 'Required.'],
    ['blanks', '   ', 'Required.'],
    ['33 characters', 'x'.repeat(33), atMost(32)],
    ['33 emoji', '😀'.repeat(33), atMost(32)],
    ['a number', 12, SENTENCES.notText],
  ])('named %s is a 400', async (_, roomType, sentence) => {
    const { admin } = await start()
    const answer = await admin.send(createRoomType, { body: { roomType } })
    expect(answer.problem).toMatchObject({ statusCode: 400, fields: { roomType: sentence } })
  })

  // Proves 9.3
  test('has 1 to 32 characters as people count them', async () => {
    const { admin } = await start()
    for (const roomType of ['x', 'x'.repeat(31), 'y'.repeat(32), '😀'.repeat(32), `  ${'z'.repeat(32)}  `]) {
      expect((await admin.call(createRoomType, { body: { roomType } })).status, roomType).toBe(201)
    }
  })
})
