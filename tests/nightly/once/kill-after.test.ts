import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('a hanging process is killed, and one that ends in time exits normally', async () => {
  const ends = async (then: string) => {
    const script = `import { killAfter } from './src/server/platform/lib/watchdog.ts'
      killAfter(300)
      ${then}`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 60_000,
    })
    return once(child, 'exit')
  }
  // The thread starts after the main one yields.
  expect(await ends('setTimeout(() => { for (;;); }, 200)')).toEqual([null, 'SIGKILL'])
  expect(await ends('')).toEqual([0, null])
})
