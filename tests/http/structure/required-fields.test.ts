import { expect, test } from 'vitest'
import shipped from '../../../src/server/structure/default-structure.json' with { type: 'json' }
import { getItem } from '../../../src/shared/items/items.api.ts'
import { listFields, SLOTS } from '../../../src/shared/structure/room-structure.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import {
  exportStructure,
  importStructure,
  listStructureChanges,
  undoStructureChange,
} from '../../../src/shared/structure/structure-file.api.ts'
import { getSubcategoryUse, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { startTestApp, subcategoryIDs } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const { subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
  const labels = await admin.must(listFields, { query: { subCatID: subcatID } })
  const idOf = (name: string) => labels.find(({ label }) => label === name)?.propID ?? 0
  const fields = SLOTS.map((slot) => labels.find(({ field }) => field === slot)?.propID ?? null)
  const wantedNow = async () => (await admin.must(getSubcategoryUse, { query: { subcatID } })).wanted
  const set = (more: object) => admin.send(setLabels, { body: { subcatID, fields, ...more } })
  const latest = async () => (await admin.must(listStructureChanges, { query: {} }))[0]
  const undo = async (changeID = 0) => admin.send(undoStructureChange, { body: { changeID } })
  const SHIPPED = { labels: ['Brand', 'Model Number', 'Finish'].map(idOf), manual: false, receipt: false }
  const OTHER = { labels: [idOf('Finish')], manual: true, receipt: false }
  return { ...started, admin, subcatID, fields, idOf, wantedNow, set, latest, undo, SHIPPED, OTHER }
}

test('shipped subcategories require what a homeowner can know, in the file and in the call', async () => {
  const { admin, wantedNow, SHIPPED } = await start()
  expect(await wantedNow()).toEqual(SHIPPED)
  const { wanted, subcategories } = await admin.must(exportStructure, {})
  expect(wanted).toEqual(shipped.wanted)
  expect(wanted).toMatchObject({
    'Wall Paint': { labels: ['Brand / Product Line', 'Color Name', 'Color Code', 'Sheen'] },
    Dishwasher: { labels: ['Brand', 'Model Number'], manual: true, receipt: true },
    'Water Heater': { labels: ['Brand', 'Model Number'], manual: true },
  })
  expect(Object.keys(wanted)).toEqual(Object.keys(subcategories))
  for (const { labels } of Object.values(wanted)) {
    expect(labels.length).toBeGreaterThanOrEqual(2)
    expect(labels.length).toBeLessThanOrEqual(4)
    expect(labels).not.toContain('Purchase Date')
  }
})

test('required labels are changed, recorded and undone, and a stale change answers with the current ones', async () => {
  const { admin, subcatID, fields, wantedNow, set, latest, undo, newUser, SHIPPED, OTHER } = await start()
  const user = await newUser('user')
  const projectID = await user.newProject()
  const itemID = await user.newItem(projectID, await user.newRoom(projectID), { field1: 'Castellan' })
  const { version } = await user.must(getItem, { query: { itemID } })

  expect((await set({ wanted: OTHER, wantedWas: SHIPPED })).status).toBe(200)
  expect(await wantedNow()).toEqual(OTHER)
  const change = await latest()
  expect(change).toMatchObject({
    what: expect.stringContaining('"Faucet"'),
    before: 'required for handover: Brand, Model Number, Finish',
    after: 'required for handover: Finish, a manual',
    canUndo: true,
  })
  expect((await user.must(getItem, { query: { itemID } })).version).toBe(version)

  expect((await set({ wanted: OTHER })).status).toBe(200)
  expect((await latest())?.changeID).toBe(change?.changeID)
  expect(await set({ wanted: SHIPPED, wantedWas: SHIPPED })).toMatchObject({
    status: 409,
    body: { code: 'structure_changed' },
  })

  // Moved labels stay required; a removed label is required again when it returns.
  const others = fields.filter((id) => id !== OTHER.labels[0])
  await admin.must(setLabels, { body: { subcatID, fields: [OTHER.labels[0] ?? null, ...others], confirmed: true } })
  expect(await wantedNow()).toEqual(OTHER)
  expect((await undo((await latest())?.changeID)).status).toBe(200)
  await admin.must(setLabels, { body: { subcatID, fields: others, confirmed: true } })
  expect(await wantedNow()).toEqual({ labels: [], manual: true, receipt: false })
  expect((await undo((await latest())?.changeID)).status).toBe(200)
  expect(await wantedNow()).toEqual(OTHER)

  expect((await undo(change?.changeID)).status).toBe(200)
  expect(await wantedNow()).toEqual(SHIPPED)
  expect((await undo((await latest())?.changeID)).status).toBe(200)
  expect(await wantedNow()).toEqual(OTHER)
})

test('a change that a newer one builds on cannot be undone', async () => {
  const { wantedNow, set, latest, undo, OTHER, SHIPPED } = await start()
  await set({ wanted: OTHER })
  const first = await latest()
  await set({ wanted: { ...OTHER, receipt: true } })
  expect((await undo(first?.changeID)).status).toBe(409)
  expect(await wantedNow()).toEqual({ ...OTHER, receipt: true })
  expect(await wantedNow()).not.toEqual(SHIPPED)
})

test('a label that the subcategory lacks, or a repeated one, is a 400 that names it', async () => {
  const { set, idOf } = await start()
  const brand = idOf('Brand')
  const papers = { manual: false, receipt: false }
  expect(await set({ wanted: { labels: [999_999], ...papers } })).toMatchObject({ status: 400 })
  expect(await set({ wanted: { labels: [brand, brand], ...papers } })).toMatchObject({ status: 400 })
  expect(await set({ wanted: { labels: [brand], manual: 'yes', receipt: false } })).toMatchObject({ status: 400 })
  expect(await set({ wanted: { labels: [brand] } })).toMatchObject({ status: 400 })
})

test('a structure file has them, shows them in the preview, and keeps what it omits', async () => {
  const { admin, wantedNow, latest, undo, idOf } = await start()
  const file = await admin.must(exportStructure, {})
  const structure = { ...file, wanted: { faucet: { labels: ['brand'], receipt: true } } }
  const sentence = 'Require for the handover of "Faucet": Brand, a receipt (now Brand, Model Number, Finish)'
  const shown = await admin.must(importStructure, { body: { structure } })
  expect(shown).toMatchObject({ changes: [sentence], applied: false })
  const applied = await admin.must(importStructure, { body: { structure, apply: true } })
  expect(applied).toMatchObject({ changes: [sentence], applied: true })
  expect(await wantedNow()).toEqual({ labels: [idOf('Brand')], manual: false, receipt: true })
  const { wanted: _, ...before } = file
  expect((await admin.must(importStructure, { body: { structure: before } })).changes).toEqual([])
  await undo((await latest())?.changeID)
  expect(await admin.must(exportStructure, {})).toEqual(file)

  const wrongs: [unknown, string][] = [
    [{ Faucet: { labels: ['Horsepower'] } }, 'wanted › Faucet › labels: \\"Horsepower\\"'],
    [{ Faucet: { manual: 'yes' } }, 'wanted › Faucet › manual: '],
    [{ Faucet: { guarantee: true } }, 'wanted › Faucet › guarantee: '],
    [{ Faucet: 'manual' }, 'wanted › Faucet: '],
    [{ Nothing: { labels: [] } }, 'wanted › Nothing: '],
    [[], 'wanted: '],
  ]
  for (const [wrong, start] of wrongs) {
    const refused = await admin.send(importStructure, { body: { structure: { ...file, wanted: wrong } as never } })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain(start)
  }
})
