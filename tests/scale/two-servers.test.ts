import { expect, test } from 'vitest'
import { suiteOf } from './suite.ts'

const HOUR = 3_600_000

test(
  'all tests on HTTP pass where two servers on one database and one bucket get each request in turn',
  { timeout: HOUR },
  async () => {
    const { passed, faults } = await suiteOf(process.cwd(), 'http-two-servers')
    console.log(`${passed} tests on HTTP pass on two servers.`)
    expect(faults).toEqual([])
    expect(passed).toBeGreaterThan(1000)
  },
)
