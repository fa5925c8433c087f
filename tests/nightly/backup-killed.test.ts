import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { createServer, request as send } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isoTime, SECOND, systemClock } from '../../src/server/platform/lib/clock.ts'
import { loadDefaultStructure } from '../../src/server/structure/default-structure.ts'
import { migrate } from '../../src/server/platform/db/database.ts'
import { isPartial } from '../../src/server/admin/backup/names.ts'
import { removeOutdated } from '../../src/server/admin/backup/remove-outdated.ts'
import { getItem } from '../../src/shared/items/items.api.ts'
import {
  backUp,
  contentOf,
  emptyInstallation,
  filledInstallation,
  installationOf,
  restoreInto,
  runUntil,
  type Installation,
} from '../support/backups.ts'
import { startS3Server } from '../support/s3-server.ts'
import { startServerProcess } from '../support/server-process.ts'
import { startTestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

/** With enough files that copying them takes many steps. */
const startFilled = async () => {
  const filled = await filledInstallation(await startTestApp())
  await filled.robin.upload(
    Array.from({ length: 20 }, (_, n) => ({ name: `${n}`, bytes: Buffer.alloc(300_000, n + 1) })),
  )
  return { ...filled, from: installationOf(filled) }
}

/** A bucket that holds reads of one of its files, so that a backup stays in the middle. */
const startHoldableBucket = async () => {
  const { settings } = await startS3Server()
  let heldKey: string | undefined
  const held = new Set<Socket>()
  const server = createServer((request, answer) => {
    if (heldKey !== undefined && request.method === 'GET' && request.url?.includes(heldKey)) {
      held.add(request.socket)
      request.socket.once('close', () => held.delete(request.socket))
      return
    }
    const { method = 'GET', headers, url = '/' } = request
    const onward = send(new URL(url, settings.endpoint), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    settings: { ...settings, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    hold: (key: string | undefined) => void (heldKey = key),
    /** The number of waiting readers. */
    waiting: () => held.size,
  }
}

test('a scheduled backup whose server is killed is taken over by the next server, which leaves one complete archive', async () => {
  const bucket = await startHoldableBucket()
  const from = installationOf(await filledInstallation(await startTestApp({ fileStore: 's3', s3: bucket.settings })))
  const { folder } = from.config.backups
  const settings = { ...from.settings, BACKUP_EVERY_HOURS: '1' }
  const names = () => (existsSync(folder) ? readdirSync(folder) : [])
  const { storage_key: largest } = await from.db
    .selectFrom('blobs')
    .select('storage_key')
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  bucket.hold(largest)
  const first = await startServerProcess(from.folder, from.config.database, settings)
  const [partial = ''] = await until(() => (bucket.waiting() > 0 && names().some(isPartial) ? names() : undefined))
  await first.kill()
  // Its process ends with it.
  await until(() => bucket.waiting() === 0)
  expect(names()).toEqual([partial])
  const job = from.db.selectFrom('jobs').select(['claimed_by', 'due_at']).where('kind', '=', 'backup')
  const left = await job.executeTakeFirstOrThrow()
  expect(left.claimed_by).not.toBeNull()
  expect(Date.parse(left.due_at ?? '')).toBeGreaterThan(Date.now())

  const past = isoTime(systemClock, -SECOND)
  await from.db.updateTable('jobs').set({ due_at: past, noted_at: past }).where('kind', '=', 'backup').execute()
  const yesterday = Date.now() / 1000 - 25 * 60 * 60
  utimesSync(join(folder, partial), yesterday, yesterday)
  bucket.hold(undefined)
  await startServerProcess(from.folder, from.config.database, settings)
  await until(async () => (await job.executeTakeFirstOrThrow()).claimed_by === null)
  expect(names()).toEqual([expect.stringMatching(/^roomfolio-scheduled-[\dTZ-]+\.zip$/)])
  const to = await emptyInstallation()
  await restoreInto(to, join(folder, names()[0] ?? ''))
  const { files, tables } = await contentOf(to)
  const there = await contentOf(from)
  expect(files).toEqual(there.files)
  expect({ ...tables, jobs: [] }).toEqual({ ...there.tables, jobs: [] })
})

/** This many moments between the first and the last line of output of a command. */
const someOf = (lines: readonly string[], count: number): number[] => {
  const step = (lines.length - 2) / (count - 1)
  return Array.from({ length: count }, (_, n) => 1 + Math.round(n * step))
}

/**
 * On a busy machine it may finish before the kill: then the archive is complete, and another one is made and killed.
 */
const killedBackup = async (from: Installation, path: string, moment: number): ReturnType<typeof runUntil> => {
  const killed = await runUntil('backup', from, [path], moment)
  if (!existsSync(path)) return killed
  await restoreInto(await emptyInstallation(), path)
  rmSync(path)
  return killedBackup(from, path, moment)
}

test('a backup killed at any moment leaves no archive, the server continues, and the next backup is complete', async () => {
  const { from, robin, itemID } = await startFilled()
  const content = await contentOf(from)
  const folder = from.config.backups.folder
  const whole = await runUntil('backup', from, [])
  expect(whole.code).toBe(0)
  const there = readdirSync(folder)
  // The last two lines are printed when the archive has its name.
  const moments = someOf(whole.lines.slice(0, -2), 3)
  for (const moment of moments) {
    const path = join(folder, `killed at ${moment}.zip`)
    const killed = await killedBackup(from, path, moment)
    expect([killed.code, killed.lines.length >= moment]).toEqual([null, true])
    expect(readdirSync(folder).filter((name) => !isPartial(name))).toEqual(there)
    await robin.must(getItem, { query: { itemID } })
  }
  const partial = readdirSync(folder).filter(isPartial)
  expect(partial).toHaveLength(moments.length)

  const to = await emptyInstallation()
  await restoreInto(to, (await backUp(from, folder, 'next')).path)
  expect(await contentOf(to)).toEqual(content)

  // Leftovers are removed when no process can be writing to them.
  await removeOutdated(folder, 1)
  expect(readdirSync(folder).filter(isPartial)).toEqual(partial)
  const yesterday = Date.now() / 1000 - 25 * 60 * 60
  for (const name of partial) utimesSync(join(folder, name), yesterday, yesterday)
  await removeOutdated(folder, 1)
  expect(readdirSync(folder).sort()).toEqual([...there, 'next.zip'].sort())
})

describe('a killed restore is completed by the same command', () => {
  /** On a busy machine it may print `tooLate` before the kill: then another one is started elsewhere and killed. */
  const killedRestore = async (
    installation: () => Promise<Installation>,
    path: string,
    moment: number,
    tooLate: string,
  ): Promise<{ to: Installation; lines: string[] }> => {
    const to = await installation()
    const { code, lines, errors } = await runUntil('restore', to, [path], moment)
    expect(lines.length, errors).toBeGreaterThanOrEqual(moment)
    if (lines.some((line) => line.startsWith(tooLate))) return killedRestore(installation, path, moment, tooLate)
    expect(code, errors).toBeNull()
    return { to, lines }
  }

  const startedInstallation = async (): Promise<Installation> => {
    const started = await emptyInstallation()
    await migrate(started.db)
    await loadDefaultStructure(started.db)
    return started
  }

  /** Repeats it until it reports completion: a committed restore only has to be recognized. */
  const finish = async (to: Installation, path: string): Promise<void> => {
    const { code, lines, errors } = await runUntil('restore', to, [path])
    if (code === 0) expect(lines.at(-1)).toContain('Everything is restored')
    else expect(errors).toContain("The database holds somebody's data")
  }

  test('at any moment, into nothing and into an installation that was started', async () => {
    const { from } = await startFilled()
    const content = await contentOf(from)
    const { path } = await backUp(from, from.folder)
    const first = await emptyInstallation()
    const whole = await runUntil('restore', first, [path])
    expect(whole.code).toBe(0)
    expect(await contentOf(first)).toEqual(content)

    const at = (line: string) => whole.lines.findIndex((said) => said.startsWith(line)) + 1
    const [files, rows, committed] = [at('Files:'), at('Rows:'), at('Rows: committed')]
    expect([files > 1, rows > files + 5, committed > rows + 10]).toEqual([true, true, true])
    const moments = [1, files, Math.round((files + rows) / 2), rows, committed - 1, committed]
    for (const [n, moment] of moments.entries()) {
      const { to } = await killedRestore(
        n % 2 === 1 ? startedInstallation : emptyInstallation,
        path,
        moment,
        'Everything is restored',
      )
      await finish(to, path)
      expect(await contentOf(to), `killed at line ${moment}`).toEqual(content)
      expect(await to.db.selectFrom('pending_writes').selectAll().execute()).toEqual([])
    }
  })

  test('also if a server was started in between', async () => {
    const { from } = await startFilled()
    const content = await contentOf(from)
    const { path } = await backUp(from, from.folder)
    const { to, lines } = await killedRestore(emptyInstallation, path, 30, 'Rows: committed')
    expect(lines.at(-1)).toMatch(/^(Files|Rows: \d)/)
    const { kill, origin } = await startServerProcess(to.folder, to.config.database)
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    await kill()
    await finish(to, path)
    expect(await contentOf(to)).toEqual(content)
    expect(existsSync(path)).toBe(true)
  })
})
