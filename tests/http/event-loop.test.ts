import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JSON_BODY_BYTES, type EndpointSpec } from '../../src/shared/endpoint.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { asRequest, changed, good, isTree, pathsOf, startWithThings, taking } from '../support/cases.ts'
import { HOLD_MS, leastHold } from '../support/least-hold.ts'

/** An address is refused by Node itself from 16 KB on; of a query that leaves room for the rest. */
const QUERY_CHARACTERS = 4000

/** Of each what something that looks at a text may be slow with. */
const PARTS = [
  'x',
  ' ',
  '7',
  '@',
  '.',
  '-',
  '/',
  '"',
  '[',
  '{"a":',
  '\u0315',
  '\u0327',
  '\ufdfa',
  '\u1100\u1161\u11a8',
  '\u0130',
  '😀',
  'ffi',
  '\u202e',
  '\ud800',
]

/** A value that is too large to be shown where it fails. */
interface LongValue {
  value: unknown
}
const longValueOf = (value: unknown, description: string): LongValue => ({
  value,
  ...{ [fc.toStringMethod]: () => description },
})

/** A text, list or object about as large as a body of `size` bytes takes, or just at one of our limits. */
const longValue = (size: number): fc.Arbitrary<LongValue> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom(32, 64, 254, 255, 256, size / 12, size / 3, size),
          fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 }),
        )
        // One kind after the other: marks of two classes in turn would be in order already.
        .map(([length, parts]) =>
          longValueOf(
            parts.map((part) => part.repeat(length / parts.length / part.length)).join(''),
            `${length} of ${JSON.stringify(parts)}`,
          ),
        ),
    },
    fc
      .tuple(fc.constantFrom<unknown>(1, 'x', null, {}, [], ['x']), fc.constantFrom(7, 1001, size / 8))
      .map(([each, count]) =>
        longValueOf(
          Array.from({ length: count }, () => each),
          `a list of ${count} times ${JSON.stringify(each)}`,
        ),
      ),
    fc
      .tuple(fc.constantFrom<unknown>(1, '', {}, []), fc.constantFrom(7, 1001, size / 16))
      .map(([each, count]) =>
        longValueOf(
          Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, each])),
          `an object of ${count} times ${JSON.stringify(each)}`,
        ),
      ),
    fc
      .constantFrom(100, 2000)
      .map((depth) => longValueOf(JSON.parse('['.repeat(depth) + ']'.repeat(depth)), `${depth} lists in each other`)),
  )

/** As many marks as a body takes, in an order that costs a normal form the most. */
const marks = longValueOf(`a${'\u0315'.repeat(JSON_BODY_BYTES / 5)}${'\u0327'.repeat(JSON_BODY_BYTES / 5)}`, 'marks')

describe('no input holds up the other callers', () => {
  test.each(taking)('of %s', async (name) => {
    const { user, things } = await startWithThings()
    const endpoint: EndpointSpec = endpoints[name]
    const input = good[name](things)
    const places = pathsOf(input).filter((path) => path.length > 1)
    const size = typeof endpoint.body === 'object' ? (endpoint.bodyBytes ?? JSON_BODY_BYTES) : QUERY_CHARACTERS
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), longValue(size), async (path, { value }) => {
        const spoiled = changed(input, path, { how: 'put', name: '', value })
        if (!isTree(spoiled)) throw new Error('The input of a call is an object.')
        const request = asRequest(endpoint, spoiled)
        expect(await leastHold(() => user.raw(request))).toBeLessThanOrEqual(HOLD_MS)
      }),
      { numRuns: 25, examples: places.map((path) => [path, marks]) },
    )
  })
})
