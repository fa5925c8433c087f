import type { LabelKind } from '../../../src/shared/structure/label-kinds.ts'
import { expect, test } from 'vitest'
import shipped from '../../../src/server/structure/default-structure.json' with { type: 'json' }
import { getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import {
  exportStructure,
  importStructure,
  listStructureChanges,
  undoStructureChange,
} from '../../../src/shared/structure/structure-file.api.ts'
import {
  createProperties,
  getSubcategoryUse,
  setLabelKinds,
  setLabels,
} from '../../../src/shared/structure/labels.api.ts'
import { getUpcoming } from '../../../src/shared/upkeep/upcoming.api.ts'
import { startTestApp, subcategoryIDs } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const user = await started.newUser('robin')
  const { subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
  const labels = await admin.must(listFields, { query: { subCatID: subcatID } })
  const propID = (name: string) => labels.find(({ label }) => label === name)?.propID ?? 0
  const kinds = async () => {
    const use = await admin.must(getSubcategoryUse, { query: { subcatID } })
    return labels.map((label) => use.kinds.find((each) => each.propID === label.propID)?.kind)
  }
  const set = (name: string, kind: string, was?: LabelKind) =>
    admin.send(setLabelKinds, {
      body: { kinds: [{ propID: propID(name), kind: kind as LabelKind, ...(was && { was }) }] },
    })
  const latest = async () => (await admin.must(listStructureChanges, { query: {} }))[0]
  const undo = async (changeID = 0) => admin.send(undoStructureChange, { body: { changeID } })
  return { ...started, admin, user, subcatID, propID, kinds, set, latest, undo }
}

test('shipped labels have their kinds, and new labels the kinds that their names suggest', async () => {
  const { admin, subcatID, kinds } = await start()
  expect(await kinds()).toEqual(['text', 'text', 'text', 'text', 'text', 'end'])
  expect((await admin.must(exportStructure, {})).kinds).toEqual(shipped.kinds)
  const made = await admin.must(createProperties, { body: { newLabelList: ['Web Site', 'Tint', 'Amount Paid'] } })
  const fields = Object.keys(made).map(Number)
  await admin.must(setLabels, { body: { subcatID, fields, confirmed: true } })
  const use = await admin.must(getSubcategoryUse, { query: { subcatID } })
  expect(use.kinds.map(({ propID, kind }) => [made[propID], kind])).toEqual([
    ['Web Site', 'web'],
    ['Tint', 'text'],
    ['Amount Paid', 'money'],
  ])
})

test('a kind is changed, recorded and undone, and a stale change answers with the current one', async () => {
  const { admin, propID, kinds, set, latest, undo } = await start()
  expect((await set('Finish', 'color', 'text')).status).toBe(200)
  expect((await kinds())[2]).toBe('color')
  const change = await latest()
  expect(change).toMatchObject({
    what: 'Changed the type of "Finish"',
    before: 'Finish: Text',
    after: 'Finish: Color',
    canUndo: true,
  })
  const late = await set('Finish', 'web', 'text')
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'structure_changed', current: [{ propID: propID('Finish'), kind: 'color' }] },
  })
  // Changes without effect are not recorded.
  expect((await set('Finish', 'color')).status).toBe(200)
  expect((await latest())?.changeID).toBe(change?.changeID)

  const several = [
    { propID: propID('Finish'), kind: 'text' as const },
    { propID: propID('Brand'), kind: 'web' as const },
  ]
  await admin.must(setLabelKinds, { body: { kinds: several } })
  expect(await latest()).toMatchObject({ what: 'Changed the types of 2 labels' })
  // A newer change builds on the first one.
  expect((await undo(change?.changeID)).status).toBe(409)
  await undo((await latest())?.changeID)
  expect(await kinds()).toEqual(['text', 'text', 'color', 'text', 'text', 'end'])
  expect((await undo(change?.changeID)).status).toBe(200)
  expect((await kinds())[2]).toBe('text')
  expect((await undo((await latest())?.changeID)).status).toBe(200)
  expect((await kinds())[2]).toBe('color')
})

test('labels of a subcategory and their kinds are set together or not at all', async () => {
  const { admin, subcatID, propID, kinds, set } = await start()
  const [brand, finish] = [propID('Brand'), propID('Finish')]
  const before = await admin.must(listFields, { query: { subCatID: subcatID } })
  const put = (was: LabelKind) =>
    admin.call(setLabels, {
      body: { subcatID, fields: [brand, finish], kinds: [{ propID: finish, kind: 'color', was }] },
    })
  await set('Finish', 'number')
  expect((await put('text')).problem.code).toBe('structure_changed')
  expect(await admin.must(listFields, { query: { subCatID: subcatID } })).toEqual(before)
  expect((await put('number')).status).toBe(200)
  expect(await admin.must(listFields, { query: { subCatID: subcatID } })).toHaveLength(2)
  expect((await kinds()).slice(0, 3)).toContain('color')
})

test('an unknown kind, an invalid list and a repeated label are a 400, and an absent label a 404, without changes', async () => {
  const { admin, propID, kinds, set } = await start()
  expect(await set('Finish', 'smell')).toMatchObject({ status: 400 })
  const twice = [1, 2].map(() => ({ propID: propID('Finish'), kind: 'web' as const }))
  const refused = await admin.send(setLabelKinds, { body: { kinds: twice } })
  expect(refused).toMatchObject({ status: 400, body: { fields: { kinds: expect.any(String) } } })
  expect(await admin.send(setLabelKinds, { body: { kinds: [] } })).toMatchObject({ status: 400 })
  const absent = [
    { propID: propID('Finish'), kind: 'web' as const },
    { propID: 999_999, kind: 'web' as const },
  ]
  expect(await admin.send(setLabelKinds, { body: { kinds: absent } })).toMatchObject({ status: 404 })
  expect((await kinds())[2]).toBe('text')
})

test('a structure file has kinds, previews what it would change, and keeps what it omits', async () => {
  const { admin, kinds, latest, undo } = await start()
  const file = await admin.must(exportStructure, {})
  const structure = { ...file, kinds: { finish: 'color' as const, 'Model Number': 'text' as const } }
  const sentence = 'Change the type of "Finish" to Color (now Text)'
  const shown = await admin.must(importStructure, { body: { structure } })
  expect(shown).toMatchObject({ changes: [sentence], applied: false })
  expect((await kinds())[2]).toBe('text')
  const applied = await admin.must(importStructure, { body: { structure, apply: true } })
  expect(applied).toMatchObject({ changes: [sentence], applied: true })
  expect(await kinds()).toEqual(['text', 'text', 'color', 'text', 'text', 'end'])
  const { kinds: _, ...before } = file
  expect((await admin.must(importStructure, { body: { structure: before } })).changes).toEqual([])
  await undo((await latest())?.changeID)
  expect(await admin.must(exportStructure, {})).toEqual(file)
  // Also for a label that comes with the file.
  const withNew = {
    ...file,
    subcategories: { ...file.subcategories, Anvil: ['Tint', 'Weighed'] },
    kinds: { Tint: 'color' as const, Weighed: 'date' as const },
  }
  await admin.must(importStructure, { body: { structure: withNew, apply: true } })
  expect((await admin.must(exportStructure, {})).kinds).toEqual({ ...shipped.kinds, ...withNew.kinds })
  expect((await undo((await latest())?.changeID)).status).toBe(200)
  expect((await undo((await latest())?.changeID)).status).toBe(200)
  expect((await admin.must(exportStructure, {})).kinds).toEqual({ ...shipped.kinds, ...withNew.kinds })

  const wrongs: [unknown, string][] = [
    [{ Finish: 'smell' }, 'kinds › Finish: Must be one of text, date, end, '],
    [{ Nothing: 'date' }, 'kinds › Nothing: '],
    [[], 'kinds: '],
  ]
  for (const [wrong, start] of wrongs) {
    const answer = await admin.send(importStructure, { body: { structure: { ...file, kinds: wrong } as never } })
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body)).toContain(start)
  }
})

test('an item lists the kinds of its labels, and a save keeps their values', async () => {
  const { user, set } = await start()
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan', field6: 'Jan 30 2031' })
  const item = await user.must(getItem, { query: { itemID } })
  expect(item).toMatchObject({ field6: 'Jan 30 2031', kinds: [{ field: 'field6', kind: 'end' }] })
  await set('Finish', 'color')
  const [listed] = await user.must(listItems, { query: { roomID } })
  expect(listed?.kinds).toEqual([
    { field: 'field3', kind: 'color' },
    { field: 'field6', kind: 'end' },
  ])
  await user.must(updateItem, { body: { itemID, inputs: { field6: 'whenever' } } })
  expect((await user.must(getItem, { query: { itemID } })).field6).toBe('whenever')
})

test('a value is read as a date once its label has the kind for ends, and no longer after that changes', async () => {
  const { user, set, latest, undo } = await start()
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const inputs = { field1: 'Castellan', field3: 'until Feb 2036', field6: '2031-01-30' }
  const itemID = await user.newItem(projectID, roomID, inputs)
  const { version } = await user.must(getItem, { query: { itemID } })
  const ends = async () => {
    const { coming } = await user.must(getUpcoming, { query: { today: '2031-01-01' } })
    return coming.map(({ day, label }) => `${label} ${day}`)
  }
  expect(await ends()).toEqual(['Warranty Expires 2031-01-30'])
  await set('Finish', 'end')
  expect(await ends()).toEqual(['Warranty Expires 2031-01-30', 'Finish 2036-02-29'])
  await set('Warranty Expires', 'date')
  expect(await ends()).toEqual(['Finish 2036-02-29'])
  await undo((await latest())?.changeID)
  expect(await ends()).toEqual(['Warranty Expires 2031-01-30', 'Finish 2036-02-29'])
  expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ ...inputs, version })
  // Values saved from then on are read that way, too.
  await user.must(updateItem, { body: { itemID, inputs: { field3: '30.1.2033' } } })
  expect(await ends()).toEqual(['Warranty Expires 2031-01-30', 'Finish 2033-01-30'])
})

test('a number under a label for telephones is the contact when something ends', async () => {
  const { user, set } = await start()
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  await user.newItem(projectID, roomID, { field1: 'Castellan', field3: '555-010-0168', field6: '2031-01-30' })
  const phone = async () => (await user.must(getUpcoming, { query: { today: '2031-01-01' } })).coming[0]?.phone
  expect(await phone()).toBeNull()
  await set('Finish', 'contact')
  expect(await phone()).toBe('555-010-0168')
})
