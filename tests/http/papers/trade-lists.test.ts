import { expect, test } from 'vitest'
import { startWithHome } from '../../support/furnished-home.ts'
import { readPDF } from '../../support/read-pdf.ts'
import type { Client } from '../../support/test-app.ts'

const SAGE = {
  field1: 'Harrow & Vale',
  field2: 'Dry Sage',
  field3: 'HV-6102',
  field4: 'Eggshell',
  field6: '2026-02-22',
}

const listsOf = async (client: Client, asked: Record<string, string | number>) => {
  const query = new URLSearchParams({ kind: 'trade', ...asked } as Record<string, string>)
  const response = await client.raw({ url: `/paper?${query}` })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return readPDF(response.rawPayload)
}

test('each trade has its list, with products once, their quantities and rooms', async () => {
  const { robin, projectID, hall, kitchen, newItem } = await startWithHome()
  await newItem('wall', hall, { ...SAGE, field5: 'All walls', notes: 'Two coats' })
  await newItem('wall', kitchen, { ...SAGE, field4: 'Satin', field5: 'North wall' })
  const pull = { field1: 'Fusco', field2: 'P-40', field3: 'Brass', field5: '12' }
  await newItem('hardware', kitchen, pull)
  await newItem('hardware', hall, { ...pull, field5: '4' })
  const tap = { field1: 'Castellan', field2: 'Arc 40', field3: 'Satin brass', field6: '2031-01-30' }
  await newItem('faucet', kitchen, tap)
  await newItem('faucet', kitchen, tap)

  const { Title, isTagged, accessible, outline, pages, fonts } = await listsOf(robin, { projectID })
  expect({ Title, isTagged, accessible }).toEqual({
    ...{ Title: 'Trade Lists, Maple Street', isTagged: true, accessible: '1' },
  })
  expect(outline).toEqual(['Painter', 'Plumber', 'Cabinet Maker'])
  expect([...fonts.values()]).not.toContain(false)
  expect(pages).toHaveLength(3)
  const after = (lines: readonly string[]) => lines.slice(lines.indexOf('Where') + 1, -2)
  const [painter, plumber, cabinets] = pages.map(({ lines }) => lines)
  expect(after(painter ?? [])).toEqual([
    ...[
      'PT-1',
      'Dry Sage HV-6102',
      'Wall Paint',
      'Brand / Product Line',
      'Harrow & Vale',
      'Sheen',
      'Eggshell',
      'Two coats',
    ],
    ...['Hall', 'All walls'],
    ...['PT-2', 'Dry Sage HV-6102', 'Wall Paint', 'Brand / Product Line', 'Harrow & Vale', 'Sheen', 'Satin'],
    ...['Kitchen', 'North wall'],
  ])
  expect(plumber?.join(' ')).toContain('2 items in 1 room.')
  expect(plumber?.join(' ')).toMatch(/PL-1 Castellan Arc 40 Faucet Finish Satin brass 2 Kitchen/)
  expect(plumber?.join(' ')).not.toContain('2031')
  expect(cabinets?.join(' ')).toMatch(/CB-1 .* 16 Hall \(4\) Kitchen \(12\)/)

  const one = await listsOf(robin, {
    projectID,
    trade: 'painter',
    rooms: `${kitchen},${hall}`,
    without: 'notes',
    size: 'a4',
  })
  expect(one.Title).toBe('Painter, Trade List, Maple Street')
  expect(one.outline).toEqual(['Painter'])
  expect(one.pages[0]?.lines).not.toContain('Two coats')
  expect(one.pages[0]?.width).toBeCloseTo(595.28, 1)
})

test('a trade or project without items says so, and an unknown trade is refused', async () => {
  const { robin, projectID } = await startWithHome()
  const roofer = await listsOf(robin, { projectID, trade: 'roofer' })
  expect(roofer.pages[0]?.lines).toContain('Nothing has been recorded for this trade yet.')
  const none = await listsOf(robin, { projectID })
  expect(none.pages[0]?.lines).toContain('Nothing has been recorded for a trade yet.')
  const wrong = await robin.raw({ url: `/paper?projectID=${projectID}&kind=trade&trade=wizard` })
  expect([wrong.statusCode, Object.keys(wrong.json<{ fields: object }>().fields)]).toEqual([400, ['trade']])
})
