import { describe, expect, test } from 'vitest'
import { createRoom, createRooms, getRoom, listRooms, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { roomTypeID, startTestApp } from '../../support/test-app.ts'

const startWithProject = async () => {
  const started = await startTestApp()
  const user = await started.newUser()
  return { ...started, user, projectID: await user.newProject('Maple Street') }
}

describe("a project's rooms", () => {
  // Proves 7.9
  test('are a 204 without a body if there are none', async () => {
    const { user, projectID } = await startWithProject()
    const response = await user.raw({ url: `/getrooms?projectID=${projectID}` })
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
  })

  // Proves 3.5, 7.9
  test('are listed with types, counts and samples, in alphabetical order, numbers by value', async () => {
    const { user, projectID } = await startWithProject()
    const roomType = await roomTypeID(user, 'Kitchen')
    const tenth = await user.newRoom(projectID, 'Room 10')
    const ninth = await user.newRoom(projectID, 'room 9')
    const attic = await user.newRoom(projectID, 'Attic')
    for (const field3 of ['Satin brass', 'Polished chrome', 'brass', 'no material']) {
      await user.newItem(projectID, ninth, { field3 })
    }
    await user.newItem(projectID, tenth)
    const card = { roomType, roomTypeName: 'Kitchen', itemCount: 0, samples: [], may: 'own' }
    expect(await user.must(listRooms, { query: { projectID } })).toEqual({
      rooms: [
        { ...card, ID: attic, name: 'Attic' },
        { ...card, ID: ninth, name: 'room 9', itemCount: 4, samples: ['metal #C59C50', 'metal #D5D9D9'] },
        { ...card, ID: tenth, name: 'Room 10', itemCount: 1 },
      ],
    })
  })

  test('have at most five samples, those of the oldest items', async () => {
    const { user, projectID } = await startWithProject()
    const roomID = await user.newRoom(projectID)
    const finishes = ['brass', 'bronze', 'nickel', 'chrome', 'copper', 'iron', 'oak']
    for (const field3 of finishes) await user.newItem(projectID, roomID, { field3 })
    const [room] = (await user.must(listRooms, { query: { projectID } })).rooms
    expect(room?.samples).toEqual(
      ['#C59C50', '#6B5A3A', '#A9ADAC', '#D5D9D9', '#B4714A'].map((tone) => `metal ${tone}`),
    )
  })
})

describe('creating a room', () => {
  // Proves 3.5, 7.11, 7.12
  test('answers its id and a message with its name', async () => {
    const { user, projectID } = await startWithProject()
    const roomType = await roomTypeID(user, 'Bathroom')
    const answer = await user.call(createRoom, { body: { projectID, roomType, roomName: ' Guest bath ' } })
    expect(answer.status).toBe(201)
    const { roomID } = answer.body
    expect(answer.body).toEqual({ roomID: expect.any(Number), message: 'Created room "Guest bath"' })
    expect(await user.must(getRoom, { query: { roomID } })).toEqual({
      roomID,
      roomName: 'Guest bath',
      roomType,
      roomTypeName: 'Bathroom',
      projectID,
      projectName: 'Maple Street',
      cover: null,
      may: 'own',
      template: false,
    })
  })

  test('makes two rooms of one name', async () => {
    const { user, projectID } = await startWithProject()
    const ids = [await user.newRoom(projectID, 'Bedroom'), await user.newRoom(projectID, 'Bedroom')]
    const { rooms } = await user.must(listRooms, { query: { projectID } })
    expect(rooms.map(({ ID, name }) => ({ ID, name }))).toEqual(ids.map((ID) => ({ ID, name: 'Bedroom' })))
  })

  // Proves 5.6
  test('needs a name of at most 32 characters and a type', async () => {
    const { user, projectID } = await startWithProject()
    const roomType = await roomTypeID(user, 'Kitchen')
    const fieldsOf = async (body: object) => (await user.send(createRoom, { body })).problem.fields
    expect(await fieldsOf({ projectID })).toEqual({ roomName: 'Required.', roomType: SENTENCES.notID })
    expect(await fieldsOf({ projectID, roomType, roomName: '  ' })).toEqual({ roomName: 'Required.' })
    expect(await fieldsOf({ projectID, roomType, roomName: 'x'.repeat(33) })).toEqual({ roomName: atMost(32) })
    expect(await user.newRoom(projectID, '😀'.repeat(32))).toBeGreaterThan(0)
  })

  test('refuses an absent type, and names it', async () => {
    const { user, projectID } = await startWithProject()
    const body = { projectID, roomType: 999_999, roomName: 'Kitchen' }
    expect((await user.call(createRoom, { body })).problem).toMatchObject({
      statusCode: 400,
      fields: { roomType: 'There is no such room type.' },
    })
  })
})

test('several rooms are created together, or none of them', async () => {
  const { user, projectID } = await startWithProject()
  const roomType = await roomTypeID(user, 'Bedroom')
  const rooms = ['Bedroom', 'Bedroom 2'].map((roomName) => ({ roomType, roomName }))
  const { roomIDs, message } = await user.must(createRooms, { body: { projectID, rooms } })
  expect(message).toBe('Created 2 rooms')
  const listed = async () =>
    (await user.must(listRooms, { query: { projectID } })).rooms.map(({ ID, name }) => [ID, name])
  const both = [
    [roomIDs[0], 'Bedroom'],
    [roomIDs[1], 'Bedroom 2'],
  ]
  expect(await listed()).toEqual(both)
  const unknown = [
    { roomType, roomName: 'Bedroom 3' },
    { roomType: 999_999, roomName: 'Sauna' },
  ]
  const refused = await user.call(createRooms, { body: { projectID, rooms: unknown } })
  expect(refused.problem).toMatchObject({ statusCode: 400, fields: { roomType: expect.any(String) } })
  expect(await listed()).toEqual(both)
  const tooMany = Array.from({ length: 51 }, () => ({ roomType, roomName: 'Bedroom' }))
  for (const bad of [[], tooMany]) {
    const { problem } = await user.call(createRooms, { body: { projectID, rooms: bad } })
    expect(Object.keys(problem.fields ?? {})).toEqual(['rooms'])
  }
})

describe('renaming a room', () => {
  // Proves 4.7, 7.13
  test('answers a message with the new name, and keeps the type', async () => {
    const { user, projectID } = await startWithProject()
    const roomID = await user.newRoom(projectID, 'Kitchen')
    expect(await user.must(updateRoom, { body: { roomID, roomName: ' Big "kitchen" ' } })).toEqual({
      message: 'Updated room "Big "kitchen""',
    })
    const bathroom = await roomTypeID(user, 'Bathroom')
    const { problem } = await user.send(updateRoom, { body: { roomID, roomName: 'Bath', roomType: bathroom } })
    expect(problem).toMatchObject({ statusCode: 400, fields: { roomType: SENTENCES.notKnown } })
    expect(await user.must(getRoom, { query: { roomID } })).toMatchObject({
      roomName: 'Big "kitchen"',
      roomTypeName: 'Kitchen',
    })
  })

  test('needs a name of at most 32 characters', async () => {
    const { user, projectID } = await startWithProject()
    const roomID = await user.newRoom(projectID, 'Kitchen')
    for (const roomName of ['', '   ', 'x'.repeat(33)]) {
      const { problem } = await user.call(updateRoom, { body: { roomID, roomName } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { roomName: expect.any(String) } })
    }
    expect(await user.must(getRoom, { query: { roomID } })).toMatchObject({ roomName: 'Kitchen' })
  })
})
