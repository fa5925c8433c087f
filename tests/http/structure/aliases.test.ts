import { expect, test } from 'vitest'
import shipped from '../../../src/server/structure/default-structure.json' with { type: 'json' }
import { Role } from '../../../src/shared/contract/roles.ts'
import { findKinds, knownKinds } from '../../../src/shared/items/suggest-subcategory.ts'
import { getSubcategoryUse, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { getRoomStructure, listFields, SLOTS } from '../../../src/shared/structure/room-structure.api.ts'
import {
  exportStructure,
  importStructure,
  listStructureChanges,
  undoStructureChange,
} from '../../../src/shared/structure/structure-file.api.ts'
import { renameSubcategory } from '../../../src/shared/structure/structure.api.ts'
import { categoriesOf } from '../../../src/web/structure/categories.ts'
import { roomTypeID, startTestApp, subcategoryIDs } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const roomType = await roomTypeID(admin, 'Kitchen')
  const { subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
  const labels = await admin.must(listFields, { query: { subCatID: subcatID } })
  const fields = SLOTS.map((slot) => labels.find(({ field }) => field === slot)?.propID ?? null)
  const set = (more: object) => admin.send(setLabels, { body: { subcatID, fields, ...more } })
  const aliasesNow = async () => (await admin.must(getSubcategoryUse, { query: { subcatID } })).aliases
  const found = async (text: string) => {
    const structure = await admin.must(getRoomStructure, { query: { roomType } })
    return findKinds(knownKinds(categoriesOf(structure)), text).map(({ subcategory }) => subcategory)
  }
  return { ...started, admin, subcatID, set, aliasesNow, found }
}

test('a subcategory is found by its other names, also after it is renamed', async () => {
  const { admin, subcatID, found } = await start()
  expect((await found('tap'))[0]).toBe('Faucet')
  await admin.must(renameSubcategory, { body: { subcatID, subCatName: 'Mixer Unit' } })
  expect((await found('tap'))[0]).toBe('Mixer Unit')
})

test('other names are changed, recorded and undone, and a stale change is refused', async () => {
  const { admin, set, aliasesNow, found } = await start()
  expect(await aliasesNow()).toEqual(shipped.aliases.Faucet)
  expect((await set({ aliases: ['spigot', 'bibcock'], aliasesWas: shipped.aliases.Faucet })).status).toBe(200)
  expect(await found('bibcock')).toEqual(['Faucet'])
  expect(await found('tap')).not.toContain('Faucet')
  expect((await set({ aliases: [], aliasesWas: shipped.aliases.Faucet })).status).toBe(409)
  expect((await set({ aliases: [''] })).status).toBe(400)
  const [change] = await admin.must(listStructureChanges, { query: {} })
  expect(change).toMatchObject({ after: 'also called: spigot, bibcock', canUndo: true })
  await admin.must(undoStructureChange, { body: { changeID: change?.changeID ?? 0 } })
  expect(await aliasesNow()).toEqual(shipped.aliases.Faucet)
})

test('a structure file has them, shows them in the preview, and keeps what it omits', async () => {
  const { admin, aliasesNow } = await start()
  const { aliases, ...structure } = await admin.must(exportStructure, {})
  expect(aliases).toEqual(shipped.aliases)
  const importing = (more: object) =>
    admin.must(importStructure, { body: { structure: { ...structure, ...more }, apply: true } })
  expect((await importing({})).changes).toEqual([])
  expect((await importing({ aliases: { Faucet: ['bibcock'] } })).changes).toEqual([
    expect.stringContaining('Also call "Faucet": bibcock (now '),
  ])
  expect(await aliasesNow()).toEqual(['bibcock'])
})
