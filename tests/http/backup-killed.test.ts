import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadDefaultStructure } from '../../src/server/structure/default-structure.ts'
import { migrate } from '../../src/server/db/database.ts'
import { isPartial } from '../../src/server/backup/names.ts'
import { removeOutdated } from '../../src/server/backup/remove-outdated.ts'
import { getItem } from '../../src/shared/items.ts'
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
import { startServerProcess } from '../support/server-process.ts'
import { startTestApp } from '../support/test-app.ts'

/** With files enough that copying them is many steps. */
const startFilled = async () => {
  const filled = await filledInstallation(await startTestApp())
  await filled.robin.upload(
    Array.from({ length: 20 }, (_, n) => ({ name: `${n}`, bytes: Buffer.alloc(300_000, n + 1) })),
  )
  return { ...filled, from: installationOf(filled) }
}

/** So many of the moments between the first and the last line that a command says. */
const someOf = (lines: readonly string[], count: number): number[] => {
  const step = (lines.length - 2) / (count - 1)
  return Array.from({ length: count }, (_, n) => 1 + Math.round(n * step))
}

/** A busy machine may be done before the kill comes: then the archive is whole, and another one is made and killed. */
const killedBackup = async (from: Installation, path: string, moment: number): ReturnType<typeof runUntil> => {
  const killed = await runUntil('backup', from, [path], moment)
  if (!existsSync(path)) return killed
  await restoreInto(await emptyInstallation(), path)
  rmSync(path)
  return killedBackup(from, path, moment)
}

// Proves 10.76
test('a backup killed at any moment leaves no archive, the server goes on, and the next backup is whole', async () => {
  const { from, robin, itemID } = await startFilled()
  const content = await contentOf(from)
  const folder = from.config.backups.folder
  const whole = await runUntil('backup', from, [])
  expect(whole.code).toBe(0)
  const there = readdirSync(folder)
  // The last two lines are said when the archive has its name.
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

  // Whatever was left behind goes when nobody can be writing to it any more.
  await removeOutdated(folder, 1)
  expect(readdirSync(folder).filter(isPartial)).toEqual(partial)
  const yesterday = Date.now() / 1000 - 25 * 60 * 60
  for (const name of partial) utimesSync(join(folder, name), yesterday, yesterday)
  await removeOutdated(folder, 1)
  expect(readdirSync(folder).sort()).toEqual([...there, 'next.zip'].sort())
})

describe('a restore killed in the middle is made good by the same command', () => {
  /** Until it says that everything is restored: a restore that was committed only has to be found so. */
  const finish = async (to: Installation, path: string): Promise<void> => {
    const { code, lines, errors } = await runUntil('restore', to, [path])
    if (code === 0) expect(lines.at(-1)).toContain('Everything is restored')
    else expect(errors).toContain("The database holds somebody's data")
  }

  // Proves 10.76
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
      const to = await emptyInstallation()
      if (n % 2 === 1) {
        await migrate(to.db)
        await loadDefaultStructure(to.db)
      }
      const killed = await runUntil('restore', to, [path], moment)
      expect([killed.code, killed.lines.length >= moment], killed.errors).toEqual([null, true])
      await finish(to, path)
      expect(await contentOf(to), `killed at line ${moment}`).toEqual(content)
      expect(await to.db.selectFrom('pending_writes').selectAll().execute()).toEqual([])
    }
  })

  // Proves 10.76
  test('also where a server was started in between', async () => {
    const { from } = await startFilled()
    const content = await contentOf(from)
    const { path } = await backUp(from, from.folder)
    const to = await emptyInstallation()
    const killed = await runUntil('restore', to, [path], 30)
    expect(killed.lines.at(-1)).toMatch(/^(Files|Rows: \d)/)
    const { kill, origin } = await startServerProcess(to.folder, to.config.database)
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    await kill()
    await finish(to, path)
    expect(await contentOf(to)).toEqual(content)
    expect(existsSync(path)).toBe(true)
  })
})
