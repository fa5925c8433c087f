import { expect, test } from 'vitest'
import { mintActor, mintLinkReader } from '../db/actor.ts'
import { fairnessKey } from './fairness-key.ts'

test('a user with many API keys has one turn, and a link another', () => {
  const person = { userID: 7, username: 'robin', roles: [], mustChangePassword: false, mustSetUpSecondFactor: false }
  const session = mintActor({ ...person, sessionID: 3 })
  const keys = [1, 2].map((keyID) =>
    mintActor({ ...person, sessionID: 0, apiKey: { keyID, writes: true, projects: null } }),
  )
  expect(keys.map(fairnessKey)).toEqual([fairnessKey(session), fairnessKey(session)])
  const hides = { notes: false, files: false, positions: false, labels: [], names: [] }
  const link = mintLinkReader({ linkID: 7, projectID: 1, roomID: null, scope: {}, hides, endsAt: null, forQR: false })
  expect(fairnessKey(link)).not.toBe(fairnessKey(session))
})
