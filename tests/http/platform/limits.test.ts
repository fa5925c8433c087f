import { describe, expect, test } from 'vitest'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { createItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { LIMITS } from '../../../src/shared/contract/limits.ts'
import { createProject, updateProject } from '../../../src/shared/projects/projects.api.ts'
import { createRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { problemWith } from '../../support/problems.ts'
import { registrationOf, roomTypeID, startTestApp, subcategoryIDs } from '../../support/test-app.ts'

/** An emoji counts as one character, although it is two UTF-16 units and four bytes. */
const ofLength = (length: number, house = '🏠'): string => house.repeat(length)
const emailOfLength = (length: number): string => `${'e'.repeat(length - 12)}@example.com`

/** Lengths around a limit, and whether a text of that length is accepted. */
const around = (limit: number) => [
  { length: limit - 1, fits: true },
  { length: limit, fits: true },
  { length: limit + 1, fits: false },
]

const refusal = (name: string, sentence: string) => ({ ...problemWith('invalid_input'), fields: { [name]: sentence } })

const PROJECT = {
  name: 'Maple',
  client: '',
  address: '1 Elm',
  address2: '',
  city: 'Burlington',
  state: 'VT',
  zip: '05401',
}

describe('registering', () => {
  // Proves 5.1, 9.1
  test('accepts a username of 4 to 24 characters only', async () => {
    const { anonymous } = await startTestApp()
    for (const [length, fits] of [
      [LIMITS.usernameMin - 1, false],
      [LIMITS.usernameMin, true],
      [LIMITS.usernameMin + 1, true],
      [LIMITS.usernameMax - 1, true],
      [LIMITS.usernameMax, true],
      [LIMITS.usernameMax + 1, false],
    ] as const) {
      const answer = await anonymous.send(register, { body: registrationOf('u'.repeat(length)) })
      if (fits) expect(answer.status, `${length} characters`).toBe(201)
      else expect(answer.problem).toMatchObject(refusal('user', SENTENCES.username))
    }
  })

  // Proves 5.2, 9.1
  test('accepts a password of 8 to 128 characters only', async () => {
    const { anonymous } = await startTestApp()
    for (const [length, sentence] of [
      [LIMITS.passwordMin - 1, SENTENCES.password],
      [LIMITS.passwordMin, undefined],
      [LIMITS.passwordMin + 1, undefined],
      [LIMITS.passwordMax - 1, undefined],
      [LIMITS.passwordMax, undefined],
      [LIMITS.passwordMax + 1, atMost(LIMITS.passwordMax)],
    ] as const) {
      const body = { ...registrationOf(`user-${length}`), pwd: `z${ofLength(length - 1)}` }
      const answer = await anonymous.send(register, { body })
      if (sentence) expect(answer.problem).toMatchObject(refusal('pwd', sentence))
      else expect(answer.status, `${length} characters`).toBe(201)
    }
  })

  test('accepts an e-mail address of up to 254 characters and other texts of up to 255', async () => {
    const { anonymous } = await startTestApp()
    let users = 0
    const { email: _, ...others } = registrationOf('nobody').inputs
    const inputs = [
      { name: 'email', limit: LIMITS.email, make: emailOfLength },
      ...Object.keys(others).map((name) => ({ name, limit: LIMITS.line, make: ofLength })),
    ]
    for (const { name, limit, make } of inputs) {
      for (const { length, fits } of around(limit)) {
        const body = registrationOf(`user-${++users}`)
        const answer = await anonymous.send(register, {
          body: { ...body, inputs: { ...body.inputs, [name]: make(length) } },
        })
        if (fits) expect(answer.status, `${name} of ${length}`).toBe(201)
        else expect(answer.problem).toMatchObject(refusal(name, atMost(limit)))
      }
    }
  })
})

describe('a project', () => {
  test('accepts up to 255 characters in each text, created and changed', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject('Changed')
    for (const name of Object.keys(PROJECT)) {
      for (const { length, fits } of around(LIMITS.line)) {
        const created = await user.send(createProject, {
          body: { inputs: { ...PROJECT, name: `${name} ${length}`, [name]: ofLength(length) } },
        })
        const changed = await user.send(updateProject, {
          body: { projectID, inputs: { ...PROJECT, name: 'Changed', [name]: ofLength(length, '🏡') } },
        })
        for (const [answer, status] of [
          [created, 201],
          [changed, 200],
        ] as const) {
          if (fits) expect(answer.status, `${name} of ${length}`).toBe(status)
          else expect(answer.problem).toMatchObject(refusal(name, atMost(LIMITS.line)))
        }
      }
    }
  })
})

describe('a room', () => {
  // Proves 5.6, 9.2
  test('accepts a name of up to 32 characters, created and renamed', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject('Maple')
    const roomID = await user.newRoom(projectID)
    const roomType = await roomTypeID(user, 'Kitchen')
    for (const { length, fits } of around(LIMITS.roomName)) {
      const created = await user.send(createRoom, { body: { projectID, roomType, roomName: ofLength(length) } })
      const renamed = await user.send(updateRoom, { body: { roomID, roomName: ofLength(length) } })
      if (fits) expect([created.status, renamed.status]).toEqual([201, 200])
      else for (const { problem } of [created, renamed]) expect(problem).toMatchObject(refusal('roomName', atMost(32)))
    }
  })
})

describe('an item', () => {
  // Proves 5.7, 9.4
  test('accepts up to 255 characters in each field and its notes, created and saved', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject('Maple')
    const roomID = await user.newRoom(projectID)
    const itemID = await user.newItem(projectID, roomID)
    const { catID, subcatID } = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
    for (const name of ['field1', 'field2', 'field3', 'field4', 'field5', 'field6', 'notes']) {
      for (const { length, fits } of around(LIMITS.itemField)) {
        const inputs = { [name]: ofLength(length) }
        const created = await user.send(createItem, { body: { projectID, roomID, catID, subcatID, inputs } })
        const saved = await user.send(updateItem, { body: { itemID, inputs } })
        if (fits) expect([created.status, saved.status], `${name} of ${length}`).toEqual([201, 200])
        else for (const { problem } of [created, saved]) expect(problem).toMatchObject(refusal(name, atMost(255)))
      }
    }
  })
})
