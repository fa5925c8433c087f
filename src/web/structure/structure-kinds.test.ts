import { afterEach, expect, it, vi } from 'vitest'
import { addByName, CATEGORY, CreationFailed } from './structure-kinds.ts'

afterEach(() => vi.unstubAllGlobals())

// Proves 8.10
it('takes a creation that is answered without an id as a failure of its own', async () => {
  const answer = () =>
    new Response('{"message":"Created"}', { status: 201, headers: { 'Content-Type': 'application/json' } })
  const fetched = vi.fn<typeof fetch>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  const failure = await addByName(CATEGORY, { roomTypeID: 1, catID: 0 }, 'Lighting', []).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(CreationFailed)
  expect(failure).toMatchObject({ message: 'No ID was returned' })
  expect(fetched).toHaveBeenCalledTimes(1)
})
