import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive, make, nextProcess, openMaker } from '../../support/picture-maker.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'

test('a process killed during a picture is replaced, and the picture is created', async () => {
  const maker = openMaker()
  const making = make(maker)
  process.kill(await nextProcess(maker), 'SIGKILL')
  expect(await making).toBeGreaterThan(0)
})

test('a file that kills the process twice is given up, and the next picture is created', async () => {
  const maker = openMaker()
  const making = make(maker)
  const first = await nextProcess(maker)
  process.kill(first, 'SIGKILL')
  process.kill(await nextProcess(maker, first), 'SIGKILL')
  expect(await making).toBe('died')
  expect(await make(maker)).toBeGreaterThan(0)
})

test('the process ends with the server, even if that is killed', async () => {
  const server = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--input-type=module', '--eval'],
      `import { openPictureMaker } from './src/server/attachments/picture-process.ts'
       const maker = openPictureMaker()
       await maker.make({ pixels: 9, rotation: 0, moving: false, format: 'webp', whose: 1 }, async () => Buffer.from('no picture'), async () => {})
       console.log(maker.pid)`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [output] = (await once(server.stdout, 'data')) as [Buffer]
  const pid = Number(output)
  expect(isAlive(pid)).toBe(true)
  server.kill('SIGKILL')
  await until(() => !isAlive(pid))
})

test('a server killed during a picture leaves nothing on the disk', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const server = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--input-type=module', '--eval'],
      `import { Readable } from 'node:stream'
       import { openPictureMaker } from './src/server/attachments/picture-process.ts'
       const maker = openPictureMaker()
       const read = async () => Readable.from((async function* () {
         yield Buffer.alloc(1_000_000)
         yield Buffer.alloc(1_000_000)
         console.log(maker.pid)
         await new Promise((resolve) => setTimeout(resolve, 60_000))
       })(), { objectMode: false, highWaterMark: 1 })
       await maker.make({ pixels: 9, rotation: 0, moving: false, format: 'webp', whose: 1 }, read, async () => {})`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TMPDIR: folder } },
  )
  const [output] = (await once(server.stdout, 'data')) as [Buffer]
  server.kill('SIGKILL')
  await until(() => !isAlive(Number(output)))
  // tsx keeps its cache there.
  expect(readdirSync(folder).filter((name) => !name.startsWith('tsx'))).toEqual([])
})
