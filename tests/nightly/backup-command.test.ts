import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { storeBytes } from '../../src/server/platform/storage/store-bytes.service.ts'
import { contentOf, emptyInstallation, filledInstallation, installationOf, runUntil } from '../support/backups.ts'
import { ENGINE } from '../support/database.ts'
import { IN_FOLDER, startTestApp } from '../support/test-app.ts'

describe('npm run backup', () => {
  test('of a store with missing and damaged files has all others, lists them, and exits with 1', async () => {
    const from = installationOf(await filledInstallation(await startTestApp(IN_FOLDER)))
    const blobs = await from.db.selectFrom('blobs').selectAll().orderBy('id').execute()
    const pathOf = (key: string) => join(from.config.filesFolder, key.slice(0, 2), key)
    const large = blobs.reduce((most, blob) => (blob.size > most.size ? blob : most))
    const lost = blobs.find(({ id }) => id !== large.id)?.storage_key ?? ''
    rmSync(pathOf(lost))
    const bytes = readFileSync(pathOf(large.storage_key))
    bytes.writeUInt8(bytes.readUInt8(1_000_000) ^ 1, 1_000_000)
    writeFileSync(pathOf(large.storage_key), bytes)

    const { code, errors } = await runUntil('backup', from, [join(from.folder, 'mine.zip')])
    expect(code).toBe(1)
    expect(errors).toContain(`${lost} is missing`)
    expect(errors).toContain(`${large.storage_key} is damaged`)
    expect(readdirSync(from.folder).filter((name) => name.includes('mine'))).toEqual(['mine-incomplete.zip'])

    const to = await emptyInstallation()
    const restored = await runUntil('restore', to, [join(from.folder, 'mine-incomplete.zip')])
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(restored.lines).toContain(`The file ${lost} was missing when the backup was made.`)
    expect(restored.lines).toContain(`The file ${large.storage_key} was damaged when the backup was made.`)
    expect(await contentOf(to)).toEqual(await contentOf(from))
  })

  test('writes a file that only its owner can read, named by its time by default, and prints its hash', async () => {
    const from = installationOf(await filledInstallation(await startTestApp()))
    const { code, lines } = await runUntil('backup', from, [])
    expect(code).toBe(0)
    const [name = '', ...others] = readdirSync(from.config.backups.folder)
    expect(others).toEqual([])
    expect(name).toMatch(/^roomfolio-\d{4}-\d\d-\d\dT\d{6}Z\.zip$/)
    const path = join(from.config.backups.folder, name)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
    expect(lines.at(-1)).toContain(`SHA-256 ${hash}`)
    expect(lines.at(-1)).toContain(path)
  })

  test('does not overwrite a file, and makes no backup of an unused installation', async () => {
    const from = installationOf(await filledInstallation(await startTestApp()))
    const path = join(from.folder, 'there.zip')
    writeFileSync(path, 'mine')
    expect(await runUntil('backup', from, [path])).toMatchObject({ code: 1, errors: `${path} already exists.\n` })
    expect(readFileSync(path, 'utf8')).toBe('mine')

    const nobodys = await emptyInstallation()
    const { code, errors } = await runUntil('backup', nobodys, [join(nobodys.folder, 'empty.zip')])
    expect(code).toBe(1)
    expect(errors).toContain('no account exists')
    expect(readdirSync(nobodys.folder)).not.toContain('empty.zip')
  })

  test('and npm run restore print their usage for wrong arguments', async () => {
    const from = await emptyInstallation()
    for (const [name, words] of [
      ['backup', ['a.zip', 'b.zip']],
      ['restore', ['--check']],
    ] as const) {
      const { code, errors } = await runUntil(name, from, words)
      expect([code, errors.split(' -- ')[0]]).toEqual([2, `Usage: npm run ${name}`])
    }
  })
})

/** The code is the same on both engines. */
if (ENGINE === 'SQLite') {
  test('the memory of a backup and a restore does not grow with file size', async () => {
    const started = await filledInstallation(await startTestApp())
    const from = installationOf(started)
    const SIZE = 300 * 1024 * 1024
    const RSS = /most memory: (\d+)/
    const env = {
      NODE_OPTIONS:
        "--import data:text/javascript,process.on('exit',()=>console.error('most%20memory:',process.resourceUsage().maxRSS))",
    }
    const measured = async () => {
      const to = await emptyInstallation()
      const path = join(to.folder, 'measured.zip')
      const made = await runUntil('backup', { settings: { ...from.settings, ...env } }, [path])
      const restored = await runUntil('restore', { settings: { ...to.settings, ...env } }, [path])
      expect([made.code, restored.code], made.errors + restored.errors).toEqual([0, 0])
      return [made, restored].map(({ errors }) => Number(RSS.exec(errors)?.[1]) / 1024)
    }
    const small = await measured()
    const block = Buffer.alloc(1024 * 1024, 'large')
    const large = function* () {
      for (let at = 0; at < SIZE; at += block.length) yield block
    }
    const { storageKey, sha256, size } = await storeBytes(from, Readable.from(large()))
    expect(size).toBe(SIZE)
    const { id } = await from.db.selectFrom('blobs').select('id').limit(1).executeTakeFirstOrThrow()
    await from.db.updateTable('blobs').set({ storage_key: storageKey, sha256, size }).where('id', '=', id).execute()
    const withLarge = await measured()
    // Garbage collection may be late on a busy machine; the file itself would take all of its size.
    for (const [at, most] of withLarge.entries()) expect(most - (small[at] ?? 0)).toBeLessThan(SIZE / 2 / 1024 ** 2)
  })
}
