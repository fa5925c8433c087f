import { expect, test } from 'vitest'
import shipped from '../../../src/server/structure/default-structure.json' with { type: 'json' }
import { getItem } from '../../../src/shared/items/items.api.ts'
import { listFields, SLOTS } from '../../../src/shared/structure/room-structure.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { NOTHING, type StandsFor } from '../../../src/shared/structure/classification.ts'
import {
  exportStructure,
  importStructure,
  listStructureChanges,
  undoStructureChange,
} from '../../../src/shared/structure/structure-file.api.ts'
import { getSubcategoryUse, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { startTestApp, subcategoryIDs } from '../../support/test-app.ts'

const FAUCET: StandsFor = { surface: null, trade: 'plumber', emergency: null }
const TILE: StandsFor = { surface: 'tile', trade: 'tiler', emergency: null }

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const { subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
  const labels = await admin.must(listFields, { query: { subCatID: subcatID } })
  const fields = SLOTS.map((slot) => labels.find(({ field }) => field === slot)?.propID ?? null)
  const standsFor = async () => (await admin.must(getSubcategoryUse, { query: { subcatID } })).standsFor
  const set = (more: object) => admin.send(setLabels, { body: { subcatID, fields, ...more } })
  const latest = async () => (await admin.must(listStructureChanges, { query: {} }))[0]
  const undo = async (changeID = 0) => admin.send(undoStructureChange, { body: { changeID } })
  return { ...started, admin, subcatID, fields, standsFor, set, latest, undo }
}

test('shipped subcategories have a surface and a trade, in the file and in the call', async () => {
  const { admin, standsFor } = await start()
  expect(await standsFor()).toEqual(FAUCET)
  const { standsFor: all } = await admin.must(exportStructure, {})
  expect(all).toEqual(shipped.standsFor)
  expect(all).toMatchObject({
    'Wall Paint': { surface: 'walls', trade: 'painter' },
    Hardwood: { surface: 'floor', trade: 'floorer' },
    Baseboard: { surface: 'base', trade: 'carpenter' },
    'Backsplash Tile': { surface: 'tile', trade: 'tiler' },
    Dishwasher: { trade: 'applianceDealer' },
  })
  expect(all).not.toHaveProperty('Permit / Certificate')
})

test('a classification is changed, recorded and undone, and a stale change answers with the current one', async () => {
  const { admin, subcatID, fields, standsFor, set, latest, undo, newUser } = await start()
  const user = await newUser('user')
  const projectID = await user.newProject()
  const itemID = await user.newItem(projectID, await user.newRoom(projectID), { field1: 'Castellan' })
  const { version } = await user.must(getItem, { query: { itemID } })

  expect((await set({ standsFor: TILE, standsForWas: FAUCET })).status).toBe(200)
  expect(await standsFor()).toEqual(TILE)
  const change = await latest()
  expect(change).toMatchObject({
    what: expect.stringContaining('"Faucet"'),
    before: 'used in: plumber',
    after: 'used in: tile, tile setter',
    canUndo: true,
  })
  expect((await user.must(getItem, { query: { itemID } })).version).toBe(version)

  expect((await set({ standsFor: TILE })).status).toBe(200)
  expect((await latest())?.changeID).toBe(change?.changeID)
  const late = await set({ standsFor: NOTHING, standsForWas: FAUCET })
  expect(late).toMatchObject({ status: 409, body: { code: 'structure_changed' } })

  // Changes of labels and their undoing keep it.
  await admin.must(setLabels, { body: { subcatID, fields: [fields[1] ?? null, fields[0] ?? null], confirmed: true } })
  expect(await standsFor()).toEqual(TILE)
  expect((await undo((await latest())?.changeID)).status).toBe(200)
  expect(await standsFor()).toEqual(TILE)

  expect((await undo(change?.changeID)).status).toBe(200)
  expect(await standsFor()).toEqual(FAUCET)
  expect((await undo((await latest())?.changeID)).status).toBe(200)
  expect(await standsFor()).toEqual(TILE)
})

test('a change that a newer one builds on cannot be undone', async () => {
  const { standsFor, set, latest, undo } = await start()
  await set({ standsFor: TILE })
  const first = await latest()
  await set({ standsFor: NOTHING })
  expect((await undo(first?.changeID)).status).toBe(409)
  expect(await standsFor()).toEqual(NOTHING)
})

test('an unknown surface or trade is a 400 that names it', async () => {
  const { set } = await start()
  expect(await set({ standsFor: { surface: 'roof', trade: null } })).toMatchObject({ status: 400 })
  expect(await set({ standsFor: { surface: null, trade: 'baker' } })).toMatchObject({ status: 400 })
  expect(await set({ standsFor: { trade: 'painter' } })).toMatchObject({ status: 400 })
  expect(await set({ standsFor: { ...NOTHING, emergency: 'flood' } })).toMatchObject({ status: 400 })
})

test('a structure file has it, shows it in the preview, and keeps what it omits', async () => {
  const { admin, standsFor, latest, undo } = await start()
  const file = await admin.must(exportStructure, {})
  const structure = { ...file, standsFor: { faucet: { surface: 'tile' as const } } }
  const sentence = 'Use "Faucet" in tile (now plumber)'
  const shown = await admin.must(importStructure, { body: { structure } })
  expect(shown).toMatchObject({ changes: [sentence], applied: false })
  expect(await standsFor()).toEqual(FAUCET)
  const applied = await admin.must(importStructure, { body: { structure, apply: true } })
  expect(applied).toMatchObject({ changes: [sentence], applied: true })
  expect(await standsFor()).toEqual({ surface: 'tile', trade: null, emergency: null })
  const { standsFor: _, ...before } = file
  expect((await admin.must(importStructure, { body: { structure: before } })).changes).toEqual([])
  await undo((await latest())?.changeID)
  expect(await admin.must(exportStructure, {})).toEqual(file)

  const wrongs: [unknown, string][] = [
    [{ Faucet: { surface: 'roof' } }, 'standsFor › Faucet › surface: Must be one of floor, base, walls, '],
    [{ Faucet: { trade: 'baker' } }, 'standsFor › Faucet › trade: Must be one of painter, plumber, '],
    [{ Faucet: { emergency: 'flood' } }, 'standsFor › Faucet › emergency: Must be one of valve, panel, gas, '],
    [{ Faucet: 'painter' }, 'standsFor › Faucet: '],
    [{ Nothing: { trade: 'painter' } }, 'standsFor › Nothing: '],
    [[], 'standsFor: '],
  ]
  for (const [wrong, start] of wrongs) {
    const refused = await admin.send(importStructure, { body: { structure: { ...file, standsFor: wrong } as never } })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain(start)
  }
})

test('the kind for emergencies is changed and undone with it, and kept if omitted', async () => {
  const { admin, standsFor, set, latest, undo } = await start()
  const valve: StandsFor = { ...FAUCET, emergency: 'valve' }
  expect((await set({ standsFor: valve, standsForWas: FAUCET })).status).toBe(200)
  expect(await latest()).toMatchObject({
    before: 'used in: plumber',
    after: 'used in: plumber, in an emergency shut-off valves',
  })
  // As an older client sends it, without emergencies.
  expect((await set({ standsFor: { surface: 'tile', trade: 'plumber' } })).status).toBe(200)
  expect(await standsFor()).toEqual({ ...valve, surface: 'tile' })
  const file = await admin.must(exportStructure, {})
  expect(file.standsFor.Faucet).toEqual({ surface: 'tile', trade: 'plumber', emergency: 'valve' })
  const bring = (faucet: object) =>
    admin.must(importStructure, { body: { structure: { ...file, standsFor: { Faucet: faucet } }, apply: true } })
  expect((await bring({ trade: 'plumber' })).changes).toEqual([
    'Use "Faucet" in plumber, in an emergency shut-off valves (now tile, plumber, in an emergency shut-off valves)',
  ])
  expect(await standsFor()).toEqual(valve)
  expect((await bring({ trade: 'plumber', emergency: null })).changes).toEqual([
    'Use "Faucet" in plumber (now plumber, in an emergency shut-off valves)',
  ])
  expect(await standsFor()).toEqual(FAUCET)
  expect((await undo((await latest())?.changeID)).status).toBe(200)
  expect(await standsFor()).toEqual(valve)
})
