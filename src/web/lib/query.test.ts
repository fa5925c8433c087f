import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateRoom } from '../../shared/projects/rooms.api.ts'
import { call, signCallsWith } from './call.ts'
import { listProjects } from '../../shared/projects/projects.api.ts'
import { endpointQuery } from './query.ts'

const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json; charset=utf-8' } })

beforeEach(() => signCallsWith({ token: () => 'first', renew: async () => true }))
afterEach(() => vi.unstubAllGlobals())

/** Loads the projects while something is changed during each of the first `changes` loads. */
const loadDuring = async (changes: number) => {
  let loads = 0
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.startsWith('/projects')) return json({ message: 'Updated.' })
    if (++loads <= changes) await call(updateRoom, { body: { roomID: 1, roomName: 'Attic' } })
    return json({ projects: [{ projectID: loads }] })
  })
  return new QueryClient().fetchQuery({ ...endpointQuery(listProjects, {}), retry: false })
}

test('a load during which something changes is repeated', async () => {
  expect(await loadDuring(1)).toEqual({ projects: [{ projectID: 2 }] })
})

test('a load is repeated a few times only, although changes keep coming', async () => {
  expect(await loadDuring(Infinity)).toEqual({ projects: [{ projectID: 3 }] })
})
