import { describe, expect, test } from 'vitest'
import { getRoomStructure, listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createCategory } from '../../../src/shared/structure/structure.api.ts'
import {
  exportStructure,
  importStructure,
  listStructureChanges,
  undoStructureChange,
} from '../../../src/shared/structure/structure-file.api.ts'
import type { StructureFile } from '../../../src/shared/structure/structure-file.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { problemWith } from '../../support/problems.ts'
import shipped from '../../../src/server/structure/default-structure.json' with { type: 'json' }
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  return { ...started, admin, ids: await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet') }
}

const sauna: StructureFile = {
  subcategories: { Stove: ['Brand', '', 'Heat'], faucet: [...shipped.subcategories.Faucet] },
  categories: { Heating: ['Stove'] },
  roomTypes: { Sauna: { Heating: ['Stove'], Plumbing: ['Faucet'] }, Kitchen: { Heating: [] } },
}
const SAUNA_CHANGES = [
  'Create room type "Sauna"',
  'Create category "Heating"',
  'Create subcategory "Stove"',
  'Create label "Heat"',
  'Add category "Heating" to room type "Sauna"',
  'Add subcategory "Stove" to category "Heating" of room type "Sauna"',
  'Add category "Plumbing" to room type "Sauna"',
  'Add subcategory "Faucet" to category "Plumbing" of room type "Sauna"',
  'Add category "Heating" to room type "Kitchen"',
  'Set the fields of "Stove" to Brand, Field 3: Heat',
]

const sorted = (lists: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list].sort()]))

const send = (client: Client, structure: unknown, more: object = {}) =>
  client.send(importStructure, { body: { structure, ...more } })

describe('an exported structure', () => {
  test('has the form and content of the shipped one', async () => {
    const { admin } = await start()
    const file = await admin.must(exportStructure, {})
    expect(file.subcategories).toEqual(shipped.subcategories)
    expect(Object.keys(file.roomTypes).sort()).toEqual(Object.keys(shipped.roomTypes).sort())
    for (const [name, definition] of Object.entries(shipped.roomTypes)) {
      expect(sorted(file.roomTypes[name] ?? {})).toEqual(sorted(definition))
    }
    for (const [name, subcategories] of Object.entries(shipped.categories)) {
      expect(file.categories[name]).toEqual(expect.arrayContaining(subcategories))
    }
  })

  test('of a new installation changes nothing in another', async () => {
    const [first, second] = [await start(), await start()]
    const file = await first.admin.must(exportStructure, {})
    expect((await send(second.admin, file)).body).toEqual({
      message: 'This server already has all of this',
      changes: [],
      applied: false,
    })
    expect((await send(second.admin, shipped)).body.changes).toEqual([])
  })

  test('moves names, gaps and everything else to another installation', async () => {
    const [first, second] = [await start(), await start()]
    await send(first.admin, sauna, { apply: true })
    for (const newCat of ['__proto__', '"quoted"', '10']) await first.admin.must(createCategory, { body: { newCat } })
    const file = await first.admin.must(exportStructure, {})
    expect(file.subcategories.Stove).toEqual(['Brand', '', 'Heat'])
    // Every call rejects a field of that name; the command accepts it.
    const withoutProto = ({ categories, ...rest }: StructureFile): StructureFile => ({
      ...rest,
      categories: Object.fromEntries(Object.entries(categories).filter(([name]) => name !== '__proto__')),
    })
    await send(second.admin, withoutProto(file), { apply: true })
    expect(await second.admin.must(exportStructure, {})).toEqual(withoutProto(file))
    expect((await send(first.admin, await second.admin.must(exportStructure, {}))).body.changes).toEqual([])
  })

  test('is read in as many statements for any size', async () => {
    const { admin, statements } = await start()
    const counted = async (call: () => Promise<unknown>) => {
      const before = statements()
      await call()
      return statements() - before
    }
    const measure = async () => [
      await counted(() => admin.must(exportStructure, {})),
      await counted(() => send(admin, { ...sauna, roomTypes: {} })),
    ]
    const few = await measure()
    const names = Array.from({ length: 300 }, (_, n) => `Thing ${n}`)
    const many = { subcategories: {}, categories: {}, roomTypes: { Warehouse: { Things: names } } }
    await send(admin, many, { apply: true })
    expect(await measure()).toEqual(few)
  })
})

describe('importing', () => {
  test('previews its changes in sentences without changing anything', async () => {
    const { admin } = await start()
    const before = await admin.must(exportStructure, {})
    expect((await send(admin, sauna)).body).toEqual({
      message: 'Importing would make 10 changes',
      changes: SAUNA_CHANGES,
      applied: false,
    })
    expect(await admin.must(exportStructure, {})).toEqual(before)
    expect(await admin.must(listStructureChanges, { query: {} })).toEqual([])
  })

  test('makes exactly these changes, once, as one change that can be undone', async () => {
    const { admin } = await start()
    const before = await admin.must(exportStructure, {})
    expect((await send(admin, sauna, { apply: true })).body).toEqual({
      message: 'Imported the structure: 10 changes',
      changes: SAUNA_CHANGES,
      applied: true,
    })
    const { catID, subcatID } = await subcategoryIDs(admin, 'Sauna', 'Heating', 'Stove')
    const structure = await admin.must(getRoomStructure, { query: { roomType: await roomTypeID(admin, 'Sauna') } })
    expect(structure[catID]).toMatchObject({ parentCatName: 'Heating', subcatNameList: ['Stove'] })
    const fields = await admin.must(listFields, { query: { subCatID: subcatID } })
    expect(fields.map(({ field, label }) => [field, label])).toEqual([
      ['field1', 'Brand'],
      ['field3', 'Heat'],
    ])
    expect((await send(admin, sauna, { apply: true })).body).toMatchObject({ changes: [], applied: true })

    const recorded = await admin.must(listStructureChanges, { query: {} })
    expect(recorded).toMatchObject([
      { by: 'Robin Sample', what: 'Imported a structure: 10 changes', after: SAUNA_CHANGES.join('\n'), canUndo: true },
    ])
    await admin.must(undoStructureChange, { body: { changeID: recorded[0]?.changeID ?? 0 } })
    expect(await admin.must(exportStructure, {})).toEqual(before)
  })

  test('keeps what the file lacks', async () => {
    const { admin } = await start()
    await admin.must(createCategory, { body: { newCat: 'Attic' } })
    const before = await admin.must(exportStructure, {})
    await send(admin, { subcategories: {}, categories: {}, roomTypes: {} }, { apply: true })
    expect(await admin.must(exportStructure, {})).toEqual(before)
  })

  test('moves values with their labels, and asks if some would lose theirs', async () => {
    const { admin, newUser, ids } = await start()
    const user = await newUser()
    const projectID = await user.newProject()
    const itemID = await user.newItem(projectID, await user.newRoom(projectID), {
      field1: 'Castellan',
      field2: 'K-200',
    })
    const other = { subcategories: { Faucet: ['', 'Brand', 'Heat'] }, categories: {}, roomTypes: {} }
    const { changes } = (await send(admin, other)).body
    expect(changes.at(-1)).toBe(
      'Set the fields of "Faucet" to Field 2: Brand, Heat (now Brand, Model Number, Finish, Cartridge / Valve ' +
        'Number, Supplier, Warranty Expires); values would move to a different field or be hidden: field 2 of 1 item',
    )
    const before = await admin.must(exportStructure, {})
    expect((await send(admin, other, { apply: true })).problem).toMatchObject({
      ...problemWith('labels_hold_values'),
      slots: [{ subcategory: 'Faucet', field: 'field2', items: 1, before: 'Model Number', after: null }],
    })
    expect(await admin.must(exportStructure, {})).toEqual(before)
    expect((await send(admin, other, { apply: true, confirmed: true })).status).toBe(200)
    const item = await user.must(getItem, { query: { itemID } })
    expect(item).toMatchObject({ field1: 'K-200', field2: 'Castellan', subcatID: ids.subcatID })
  })

  const NOT_NAMED = 'subcategories: Must be an object whose members are named.'

  test.each<[string, unknown, string]>([
    ['nothing', null, NOT_NAMED],
    ['a list', [], NOT_NAMED],
    ['text', 'structure', NOT_NAMED],
    [
      'a room type of 33 characters',
      { ...sauna, roomTypes: { ['x'.repeat(33)]: {} } },
      `roomTypes › ${'x'.repeat(33)}: ${atMost(32)}`,
    ],
    [
      'a category of 65 characters in a room type',
      { ...sauna, roomTypes: { Sauna: { ['x'.repeat(65)]: [] } } },
      `roomTypes › Sauna › ${'x'.repeat(65)}: ${atMost(64)}`,
    ],
    [
      'a blank subcategory',
      { ...sauna, categories: { Heating: ['Stove', ' '] } },
      'categories › Heating › number 2: Required.',
    ],
    [
      'a label of 33 characters',
      { ...sauna, subcategories: { Stove: ['Brand', 'x'.repeat(33)] } },
      `subcategories › Stove › field 2: ${atMost(32)}`,
    ],
    [
      'seven labels',
      { ...sauna, subcategories: { Stove: ['a', 'b', 'c', 'd', 'e', 'f', ''] } },
      'subcategories › Stove: At most 6 labels fit.',
    ],
    [
      'a label twice',
      { ...sauna, subcategories: { Stove: ['Brand', '', 'BRAND'] } },
      'subcategories › Stove: "BRAND" is listed twice.',
    ],
    [
      'a name twice, in another form',
      { ...sauna, subcategories: { Stove: [], 'stove ': [] } },
      'subcategories: "stove" is listed twice.',
    ],
    [
      'more names than can be compared at once',
      { ...sauna, subcategories: Object.fromEntries(Array.from({ length: 4001 }, (_, at) => [`k${at}`, []])) },
      'subcategories: At most 4000 names.',
    ],
    [
      'more subcategories of a category than that',
      { ...sauna, categories: { Heating: Array.from({ length: 4001 }, () => 'Stove') } },
      'categories › Heating: At most 4000 names.',
    ],
    [
      'a label that is no text',
      { ...sauna, subcategories: { Stove: [1] } },
      `subcategories › Stove › field 1: ${SENTENCES.notText}`,
    ],
    [
      'labels that are no list',
      { ...sauna, subcategories: { Stove: 'Brand' } },
      'subcategories › Stove: Must be a list of names.',
    ],
  ])('%s is a 400 that names the place, and changes nothing', async (_, structure, sentence) => {
    const { admin } = await start()
    const before = await admin.must(exportStructure, {})
    expect((await send(admin, structure, { apply: true })).problem).toMatchObject({
      ...problemWith('invalid_input'),
      fields: { structure: sentence },
    })
    expect(await admin.must(exportStructure, {})).toEqual(before)
  })

  test('accepts names up to their limits', async () => {
    const { admin } = await start()
    const [category, subcategory] = ['c'.repeat(64), '😀'.repeat(64)]
    const file = {
      subcategories: { [subcategory]: ['1'.repeat(32), '2', '3', '4', '5', '6'] },
      categories: { [category]: [subcategory] },
      roomTypes: { ['r'.repeat(32)]: { [category]: [subcategory] } },
    }
    expect((await send(admin, file, { apply: true })).status).toBe(200)
    const { subcatID } = await subcategoryIDs(admin, 'r'.repeat(32), category, subcategory)
    expect(await admin.must(listFields, { query: { subCatID: subcatID } })).toHaveLength(6)
  })

  test('by two administrators at once happens once', async () => {
    const { admin } = await start()
    const answers = await Promise.all([1, 2, 3].map(() => send(admin, sauna, { apply: true })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.changes.length).sort()).toEqual([0, 0, 10])
  })
})
