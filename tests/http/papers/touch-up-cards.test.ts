import { describe, expect, test } from 'vitest'
import { updateItem } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks, getQRLink } from '../../../src/shared/sharing/links.api.ts'
import { updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { readCodes, readPDF } from '../../support/read-pdf.ts'
import { startWithHall, SAGE, read, INCH, MM } from './hall-papers.ts'

describe('touch-up cards', () => {
  test('have a card per paint by room, with its details and a QR code that opens it', async () => {
    const { robin, projectID, roomID, newPaint, app, clock } = await startWithHall()
    const sage = await newPaint({ ...SAGE, field2: 'Clay Wash', field3: 'HV-2207' })
    const { field2, field3 } = SAGE
    await robin.must(updateItem, { body: { itemID: sage, inputs: { field2, field3 } } })
    await newPaint({ field2: '#x *b* $y$ <l> @r', field1: '= heading', field5: '- list\\' })
    await robin.newItem(projectID, roomID, { field1: 'Castellan' })
    const attic = await robin.newRoom(projectID, 'Attic 台所 מטבח')
    const inScripts = { field2: '深海の青 海军蓝 바다', field1: 'طلاء Стена ทาสี', field5: 'שלום 🎨 ½ m² →' }
    const plain = await newPaint(inScripts, attic)
    const { address } = await robin.must(getQRLink, { body: { roomID } })

    const { response, pdf } = await read(robin, { projectID, kind: 'touchup' })
    expect(response.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    expect(response.headers['content-disposition']).toBe('inline; filename="Touch-Up Cards, Maple Street.pdf"')
    const { Title, Language, isTagged, accessible, outline } = pdf
    expect({ Title, Language, isTagged, accessible }).toEqual({
      ...{ Title: 'Touch-Up Cards, Maple Street', Language: 'en' },
      ...{ isTagged: true, accessible: '1' },
    })
    expect(outline).toEqual(['深海の青 海军蓝 바다', 'Dry Sage', '#x *b* $y$ <l> @r'])
    expect([...pdf.fonts.values()]).not.toContain(false)
    expect(pdf.fonts.size).toBeGreaterThan(6)

    const [scripts, ofSage, markup] = pdf.pages
    const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
    expect(ofSage?.lines).toEqual([
      ...['Wall Paint · Harrow & Vale Matte', 'Dry Sage', 'HV-6102'],
      ...['Sheen', 'Eggshell', 'Where', 'All walls', 'Painted', 'Feb 22, 2026'],
      ...['Before', 'Clay Wash HV-2207', `until ${month.format(clock.now())}`],
      ...['Hall', 'Maple Street'],
    ])
    expect(ofSage?.roles).toContain('H1')
    expect(ofSage?.roles).toContain('Figure')
    expect(ofSage).toMatchObject({ width: 4 * INCH, height: 6 * INCH })
    expect(markup?.lines).toEqual(expect.arrayContaining(['Wall Paint · = heading', '#x *b* $y$ <l> @r', '- list\\']))
    expect(scripts?.lines.slice(0, 1)).toEqual(['Brush a paint sample here'])
    expect(scripts?.lines.join('')).toContain('深海の青海军蓝바다')
    const [codeOfScripts, codeOfSage] = await readCodes(response.rawPayload)
    expect(codeOfSage).toBe(`${address}?itemID=${sage}`)
    expect(codeOfScripts).toBe(`https://homes.example.com/edititem?itemID=${plain}`)

    const head = await robin.raw({ method: 'HEAD', url: `/paper?projectID=${projectID}&kind=touchup` })
    expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await app.inject({ url: `/paper?projectID=${projectID}&kind=touchup` })).statusCode).toBe(401)
  })

  test('name the months of former paints in the time zone of the caller, as the book does', async () => {
    const { robin, projectID, newPaint } = await startWithHall()
    const sage = await newPaint({ ...SAGE, field2: 'Clay Wash' })
    await robin.must(updateItem, { body: { itemID: sage, inputs: { field2: SAGE.field2 } } })
    for (const [zone, month] of [
      ['America/New_York', 'May 2026'],
      ['Pacific/Kiritimati', 'Jun 2026'],
    ] as const) {
      await robin.must(updateReminders, { body: { zone } })
      const { pdf } = await read(robin, { projectID, kind: 'touchup' })
      expect(pdf.pages[0]?.lines).toContain(`until ${month}`)
      const book = await read(robin, { projectID, kind: 'book' })
      const lines = book.pdf.pages.flatMap((page) => page.lines)
      expect(lines).toContain(`Before ${month}: Clay Wash HV-6102`)
    }
  })

  test('show through a link only what it does not hide', async () => {
    const { robin, projectID, roomID, ids, newPaint, app } = await startWithHall()
    const sage = await newPaint({ ...SAGE, field3: 'HV-2207' })
    await robin.must(updateItem, { body: { itemID: sage, inputs: { field3: SAGE.field3 } } })
    const fields = await robin.must(listFields, { query: { subCatID: ids.subcatID } })
    const hidden = fields.filter(({ label }) => label === 'Sheen' || label === 'Color Name').map(({ propID }) => propID)
    await robin.must(getQRLink, { body: { roomID } })
    const hides = { notes: false, files: false, labels: hidden }
    await robin.must(createLink, { body: { projectID, name: 'Painter', hides } })
    const { links } = await robin.must(listLinks, { query: { projectID } })
    const token = links.find(({ name }) => name === 'Painter')?.address?.split('/view/')[1] ?? ''
    const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
    const { paperTicket } = opened.json<{ paperTicket: string }>()

    const query = `projectID=${projectID}&kind=touchup&link=${paperTicket}`
    const response = await app.inject({ url: `/paper?${query}`, headers: { 'accept-language': 'de-DE' } })
    const { pages } = await readPDF(response.rawPayload)
    expect(pages[0]?.lines).toEqual([
      'Brush a paint sample here',
      ...['Wall Paint · Harrow & Vale Matte', 'HV-6102', 'Where', 'All walls', 'Painted', '22 Feb 2026'],
      ...['Hall', 'Maple Street'],
    ])
    expect(await readCodes(response.rawPayload)).toEqual([undefined])
    // From the browser: a link does not show where the home is.
    expect(pages[0]?.width).toBeCloseTo(105 * MM, 1)
    expect(pages[0]?.height).toBeCloseTo(148 * MM, 1)
  })

  test('are made for one item of any kind, for one room, or for none', async () => {
    const { robin, projectID, roomID, newPaint } = await startWithHall()
    const empty = await robin.newRoom(projectID, 'Attic')
    await newPaint(SAGE)
    const faucet = await robin.newItem(projectID, roomID, { field1: 'Castellan', field3: 'Satin brass' })
    const ofItem = await read(robin, { projectID, kind: 'touchup', itemID: faucet, size: 'a4' })
    expect(ofItem.pdf.Title).toBe('Touch-Up Card, Maple Street')
    expect(ofItem.pdf.outline).toEqual(['Castellan'])
    expect(ofItem.pdf.pages[0]?.width).toBeCloseTo(105 * MM, 1)
    const ofNone = await read(robin, { projectID, kind: 'touchup', roomID: empty })
    expect(ofNone.pdf.pages[0]?.lines).toEqual(['Maple Street', 'No paints have been recorded here yet.'])
  })
})
