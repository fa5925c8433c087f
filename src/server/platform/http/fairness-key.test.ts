import { expect, test } from 'vitest'
import { mintActor, mintLinkReader } from '../db/actor.ts'
import { fairnessKey } from './fairness-key.ts'

test('a user with many API keys and links has one turn, and another for the visitors of all links', () => {
  const person = { userID: 7, username: 'robin', roles: [], mustChangePassword: false, mustSetUpSecondFactor: false }
  const session = mintActor({ ...person, sessionID: 3 })
  const keys = [1, 2].map((keyID) =>
    mintActor({ ...person, sessionID: 0, apiKey: { keyID, writes: true, projects: null } }),
  )
  expect(keys.map(fairnessKey)).toEqual([fairnessKey(session), fairnessKey(session)])
  const hides = { notes: false, files: false, positions: false, labels: [], names: [] }
  const linkOf = (linkID: number, projectID: number, ownerID: number) =>
    mintLinkReader({ linkID, projectID, ownerID, roomID: null, scope: {}, hides, endsAt: null, forQR: false })
  const [one, other, ofAnother] = [linkOf(1, 1, 7), linkOf(2, 5, 7), linkOf(3, 6, 8)].map(fairnessKey)
  expect(one).toBe(other)
  expect(new Set([one, ofAnother, fairnessKey(session)]).size).toBe(3)
})
