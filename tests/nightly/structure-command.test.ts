import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Role } from '../../src/shared/contract/roles.ts'
import { createCategory } from '../../src/shared/structure/structure.api.ts'
import { exportStructure, listStructureChanges } from '../../src/shared/structure/structure-file.api.ts'
import type { StructureFile } from '../../src/shared/structure/structure-file.ts'
import { atMost } from '../../src/shared/contract/text-rules.ts'
import type { Services } from '../../src/server/services.ts'
import { runCommand } from '../support/command.ts'
import { startTestApp } from '../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  return { ...started, admin: await started.newUser('admin', [Role.Admin]) }
}

/** Runs the command as a process, beside the app that has the same data open. */
const structure = (services: Services, words: readonly string[], input = '') =>
  runCommand('structure', services, words, { input })

describe('npm run structure', () => {
  test('exports to a file or to standard output, and imports that with a preview', async () => {
    const { admin, services } = await start()
    await admin.must(createCategory, { body: { newCat: '__proto__' } })
    const file = join(services.config.dataDir, 'structure.json')
    expect(await structure(services, ['export', file])).toMatchObject({ code: 0 })
    const exported = readFileSync(file, 'utf8')
    expect(JSON.parse(exported)).toEqual(await admin.must(exportStructure, {}))
    expect(await structure(services, ['export'])).toMatchObject({ code: 0, stdout: exported })

    const changed = { ...(JSON.parse(exported) as StructureFile), roomTypes: { Sauna: { ['__proto__']: [] } } }
    writeFileSync(file, JSON.stringify(changed))
    const preview = await structure(services, ['import', file])
    expect(preview).toMatchObject({ code: 0, stdout: expect.stringContaining('Create room type "Sauna"\n') as string })
    expect(preview.stdout).toContain('Nothing has been changed yet')
    expect(JSON.stringify(await admin.must(exportStructure, {}), null, 1) + '\n').toBe(exported)

    const applied = await structure(services, ['import', '-', '--apply'], JSON.stringify(changed))
    expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('Imported the structure:') as string })
    expect((await admin.must(exportStructure, {})).roomTypes).toHaveProperty('Sauna')
    const [change] = await admin.must(listStructureChanges, { query: {} })
    expect(change).toMatchObject({ by: 'Command line', canUndo: true })
  })

  test('changes labels with values only after a confirmation', async () => {
    const { admin, newUser, services } = await start()
    const user = await newUser()
    const projectID = await user.newProject()
    await user.newItem(projectID, await user.newRoom(projectID), { field1: 'Castellan' })
    const file = JSON.stringify({ subcategories: { Faucet: ['Heat'] }, categories: {}, roomTypes: {} })
    expect(await structure(services, ['import', '-', '--apply'], file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Some existing values would move/) as string,
    })
    expect((await admin.must(exportStructure, {})).subcategories.Faucet).toHaveLength(6)
    expect(await structure(services, ['import', '-', '--apply', '--confirmed'], file)).toMatchObject({ code: 0 })
    expect((await admin.must(exportStructure, {})).subcategories.Faucet).toEqual(['Heat'])
  })

  test('changes nothing for wrong arguments, a missing file, invalid JSON or an invalid structure', async () => {
    const { admin, services } = await start()
    const usage = { code: 2, stdout: '', stderr: expect.stringContaining('Usage: npm run structure') as string }
    for (const words of [[], ['import'], ['export', '--apply'], ['import', '-', '--confirmed'], ['import', 'a', 'b']]) {
      expect(await structure(services, words)).toMatchObject(usage)
    }
    expect(await structure(services, ['import', '/nowhere/x.json'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('/nowhere/x.json cannot be read') as string,
    })
    expect(await structure(services, ['import', '-', '--apply'], '{')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('- is not JSON') as string,
    })
    const wrong = JSON.stringify({ subcategories: { Stove: [''.padEnd(33, 'x')] }, categories: {}, roomTypes: {} })
    expect(await structure(services, ['import', '-', '--apply'], wrong)).toMatchObject({
      code: 1,
      stderr: `- isn’t a structure file. subcategories › Stove › field 1: ${atMost(32)}\n`,
    })
    expect(await admin.must(listStructureChanges, { query: {} })).toEqual([])
  })
})
