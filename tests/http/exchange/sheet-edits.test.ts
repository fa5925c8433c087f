import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSheet, importSheet } from '../../../src/shared/exchange/sheets.api.ts'
import { createItem, getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { withMarks } from '../../../src/server/platform/lib/csv.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { somebodyWaits } from '../../support/somebody-waits.ts'
import { subcategoryIDs } from '../../support/test-app.ts'
import { matched, csvOf, download, startWithKitchen } from './sheet-file.ts'

test('a downloaded spreadsheet has no changes after a program reformats its dates', async () => {
  const { robin, projectID, newFaucet } = await startWithKitchen()
  await newFaucet({ field6: '2031-01-30' })
  await newFaucet({ field6: '03/04/2031' })
  const { body } = await matched(robin, projectID, await download(robin, projectID, 'csv'))
  expect(await robin.must(checkSheet, { body })).toMatchObject({ changes: 0, same: 2, dates: { unclear: 0 } })
  const saved = (await download(robin, projectID, 'csv')).toString().replace('2031-01-30', '1/30/2031 0:00')
  const again = await matched(robin, projectID, saved)
  expect(await robin.must(checkSheet, { body: again.body })).toMatchObject({ changes: 0, same: 2 })
})

/** Random values that tables can hold. */
const sign = fc.constantFrom(...'=+-@\'",;<& 0123456789.e/é水😀abcXYZ\n')
const aValue = fc.oneof(
  fc.string({ unit: sign, maxLength: 10 }),
  fc.constantFrom('', '007', '12.5', '2031-01-30', '=1+1', "'=1", '-5', 'Brass', ' blank '),
)

describe('a downloaded spreadsheet', () => {
  test('has no changes when imported unedited, and exactly its edits otherwise', async () => {
    const { robin, projectID, roomID, newFaucet } = await startWithKitchen()
    const ids = await subcategoryIDs(robin, 'Kitchen', 'Appliances', 'Refrigerator')
    const made = [await newFaucet({}), await newFaucet({})]
    const { itemID } = await robin.must(createItem, { body: { projectID, roomID, ...ids, inputs: {} } })
    made.push(itemID)
    const texts = fc.array(aValue, { minLength: 7, maxLength: 7 })
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(texts, texts, texts),
        fc.constantFrom('csv' as const, 'xlsx' as const),
        fc.array(fc.tuple(fc.nat(2), fc.nat(5), aValue), { maxLength: 4 }),
        async (values, format, edits) => {
          for (const [
            at,
            [field1 = '', field2 = '', field3 = '', field4 = '', field5 = '', , notes = ''],
          ] of values.entries())
            await robin.must(updateItem, {
              body: { itemID: made[at] ?? 0, inputs: { field1, field2, field3, field4, field5, notes } },
            })
          const same = await matched(robin, projectID, await download(robin, projectID, format), `a.${format}`)
          const nothing = await robin.must(checkSheet, { body: same.body })
          expect(nothing).toMatchObject({ creates: 0, changes: 0, same: 3, errors: [], newRooms: [] })

          const rows: string[][] = parse(await download(robin, projectID, 'csv'), { bom: true })
          const [titles = []] = rows
          const rowOf = (id: number) => rows.find((row) => row.at(-1) === String(id)) ?? []
          const wanted = new Map<string, string>()
          for (const [which, field, value] of edits) {
            const id = made[which] ?? 0
            const item = await robin.must(getItem, { query: { itemID: id } })
            const label = item.labels[field]
            if (!label) continue
            const column = titles.indexOf(label.label)
            rowOf(id)[column] = withMarks(value)
            wanted.set(`${id} ${label.label}`, value)
            if (value === item[label.field]) wanted.delete(`${id} ${label.label}`)
          }
          const edited = await matched(robin, projectID, csvOf(...rows))
          const { changed, fingerprint, errors } = await robin.must(checkSheet, { body: edited.body })
          expect(errors).toEqual([])
          const found = changed.flatMap((one) =>
            one.values.map(({ label, after }) => [`${one.itemID} ${label}`, after]),
          )
          expect(found.toSorted()).toEqual([...wanted].toSorted())
          const before = await robin.must(listItems, { query: { roomID } })
          const done = await robin.must(importSheet, { body: { ...edited.body, fingerprint: fingerprint ?? '' } })
          expect(done).toMatchObject({ created: 0, changed: changed.length, same: 3 - changed.length })
          for (const item of await robin.must(listItems, { query: { roomID } })) {
            const was = before.find((one) => one.itemID === item.itemID)
            for (const { label, field } of item.labels)
              expect(item[field]).toBe(wanted.get(`${item.itemID} ${label}`) ?? was?.[field])
          }
        },
      ),
      { numRuns: 12 },
    )
  })

  test('locks its items in the order of their numbers, regardless of the order of rows', async () => {
    const { robin, services, projectID } = await startWithKitchen()
    const { db } = services
    const many = Array.from({ length: 600 }, (_, at) => ['Kitchen', 'Faucet', `Brand ${at}`])
    const made = await matched(robin, projectID, csvOf(['Room', 'Subcategory', 'Brand'], ...many))
    await robin.must(importSheet, { body: made.body })
    const [titles = [], ...rows]: string[][] = parse(await download(robin, projectID, 'csv'), { bom: true })
    const ids = rows.map((cells) => Number(cells.at(-1))).toSorted((a, b) => a - b)
    const [first = 0, last = 0] = [ids[0], ids.at(-1)]
    const backwards = rows
      .toSorted((a, b) => Number(b.at(-1)) - Number(a.at(-1)))
      .map((cells) => cells.map((cell, at) => (titles[at] === 'Brand' ? 'Castellan' : cell)))
    const { body } = await matched(robin, projectID, csvOf(titles, ...backwards))
    const importing = await db.transaction().execute(async (trx) => {
      const items = () => unscoped(trx).updateTable('items')
      const take = (id: number) => items().set({ notes: 'held' }).where('id', '=', id).execute()
      await take(first)
      const soon = robin.must(importSheet, { body }).then(({ changed }) => changed)
      await somebodyWaits(db)
      await take(last)
      await items().set({ notes: '' }).where('id', 'in', [first, last]).execute()
      return { soon }
    })
    expect(await importing.soon).toBe(600)
  })

  test('moves items to another room, but refuses other subcategories and items changed since', async () => {
    const { robin, projectID, roomID, newFaucet, clock } = await startWithKitchen()
    const [first, second] = [await newFaucet({ field1: 'One' }), await newFaucet({ field1: 'Two' })]
    await robin.newRoom(projectID, 'Pantry')
    const rows: string[][] = parse(await download(robin, projectID, 'csv'), { bom: true })
    const [titles = [], one = [], two = []] = rows
    const checkRows = async (...changed: string[][]) => {
      const { body } = await matched(robin, projectID, csvOf(titles, ...changed))
      return { body, check: await robin.must(checkSheet, { body }) }
    }
    const edit = (row: readonly string[], title: string, value: string) => row.with(titles.indexOf(title), value)

    const moved = await checkRows(edit(one, 'Room', 'pantry'), edit(two, 'Brand', 'Three'))
    expect(moved.check.changed.map(({ itemID, values }) => [itemID, values])).toEqual([
      [first, [{ label: 'Room', before: 'Kitchen', after: 'Pantry' }]],
      [second, [{ label: 'Brand', before: 'Two', after: 'Three' }]],
    ])
    const { check } = await checkRows(edit(one, 'Subcategory', 'Sink'), one, edit(two, 'Item', '999999'))
    expect(check.errors.map(({ row, column, message }) => `row ${row}, ${column}: ${message}`)).toEqual([
      'row 2, Subcategory: is Faucet in Roomfolio; change its subcategory on the item page, or set this column to Don’t Import',
      'row 3, Item: appears in an earlier row too',
      'row 4, Item: no item of this project has this number; leave the row out, or clear the number to create the item',
    ])

    clock.turn(5000)
    await robin.must(updateItem, { body: { itemID: second, inputs: { field3: 'Brass' } } })
    const late = await checkRows(one, edit(two, 'Brand', 'Three'))
    expect(late.check.errors).toMatchObject([{ row: 3, column: 'Updated' }])
    // The import would now differ from what was checked.
    const { problem } = await robin.call(importSheet, {
      body: { ...moved.body, fingerprint: moved.check.fingerprint ?? '' },
    })
    expect(problem).toMatchObject({ statusCode: 409, code: 'sheet_changed' })
    expect((await robin.must(getItem, { query: { itemID: first } })).roomID).toBe(roomID)

    const alone = await checkRows(edit(one, 'Room', 'pantry'))
    await robin.must(importSheet, { body: { ...alone.body, fingerprint: alone.check.fingerprint ?? '' } })
    expect((await robin.must(getItem, { query: { itemID: first } })).roomName).toBe('Pantry')
  })
})
