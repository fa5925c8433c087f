import { describe, expect, test } from 'vitest'
import { setProjectCover } from '../../../src/shared/projects/covers.api.ts'
import { createItem, filesJSON, updateItem } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { updateProject } from '../../../src/shared/projects/projects.api.ts'
import { updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { setLabelKinds } from '../../../src/shared/structure/labels.api.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { roomTypeID, subcategoryIDs } from '../../support/test-app.ts'
import { SAGE, OF_DANA, startWithHome, paperOf, bookOf, linesOf, figuresOn, pageOf } from './spec-books.ts'

describe('the spec book', () => {
  test('has a cover, contents, rooms that have items with their schedules, finishes by category, files and contacts', async () => {
    const { robin, projectID, hall, kitchen, newItem, clock } = await startWithHome()
    await robin.must(updateProject, { body: { projectID, inputs: OF_DANA } })
    await robin.newRoom(projectID, 'Attic')
    const before = await newItem('paint', hall, { ...SAGE, field2: 'Clay Wash', field3: 'HV-2207' })
    const { field2, field3 } = SAGE
    await robin.must(updateItem, { body: { itemID: before, inputs: { field2, field3 } } })
    await newItem('paint', kitchen, { ...SAGE, field5: 'North wall', notes: 'Two coats,\nover primer.' })
    const [manual] = await robin.upload([{ name: 'faucet.pdf', bytes: Buffer.from('%PDF-1.7') }])
    const files = filesJSON([{ name: 'Manual of the tap', remote: manual?.remote ?? '' }])
    await newItem('faucet', kitchen, { field1: '#x *b* $y$ <l> @r', field2: '青 مطبخ מטבח 🎨' }, files)
    const house = await robin.must(createRoom, {
      body: { projectID, roomType: await roomTypeID(robin, 'Whole House'), roomName: 'House' },
    })
    const contractor = await subcategoryIDs(robin, 'Whole House', 'Records', 'Contractor / Supplier')
    const inputs = { field1: 'Quill Plumbing', field2: 'Plumber', field4: '(555) 010-0134' }
    const onlyPhone = { field4: '(555) 010-0177' }
    for (const each of [inputs, onlyPhone])
      await robin.must(createItem, { body: { projectID, roomID: house.roomID, ...contractor, inputs: each } })
    // Another day than in UTC.
    const zone = 'America/New_York'
    await robin.must(updateReminders, { body: { zone } })

    const book = await bookOf(robin, { projectID })
    const { Title, Language, isTagged, accessible, outline, pages } = book
    expect({ Title, Language, isTagged, accessible }).toEqual({
      ...{ Title: 'Spec Book, Maple Street', Language: 'en', isTagged: true, accessible: '1' },
    })
    expect(outline).toEqual([...['Contents', 'Hall', 'House', 'Kitchen', 'By Category', 'Files', 'Who to Call']])
    expect([...book.fonts.values()]).not.toContain(false)
    expect(pages[0]).toMatchObject({ width: 612, height: 792 })
    expect(pages[0]?.lines).toEqual(
      expect.arrayContaining(['Maple Street', 'Spec Book', 'Client', 'Dana Sample', '12 Elm Street', 'Rooms', '3']),
    )
    const today = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
    expect(pages[0]?.lines).toContain(today('en-US').format(clock.now()))
    const inHall = pageOf(book, 'Hall')
    // It continues on the next page.
    const inKitchen = [pageOf(book, 'Kitchen'), pageOf(book, 'Plumbing')].flat()
    const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: zone })
    expect(inHall).toEqual(
      expect.arrayContaining([
        'PT-1',
        'Dry Sage',
        'Feb 22, 2026',
        `Before ${month.format(clock.now())}: Clay Wash HV-2207`,
      ]),
    )
    expect(inKitchen).toEqual(
      expect.arrayContaining(['2 items in 2 categories', 'PT-1', 'North wall', 'Two coats,', 'over primer.', 'PL-1']),
    )
    expect(inKitchen.join(' ')).toContain('#x *b* $y$ <l> @r')
    expect(inKitchen.join('')).toMatch(/青.*🎨/)
    expect(pages.flatMap(({ roles }) => roles)).toEqual(
      expect.arrayContaining(['Table', 'TH', 'TD', 'Link', 'H1', 'H2']),
    )
    const byCategory = pageOf(book, 'Paint')
    expect(byCategory.filter((line) => line === 'PT-1')).toHaveLength(1)
    expect(byCategory).toContain('Hall, Kitchen')
    expect(pageOf(book, 'Files')).toContain('Manual of the tap')
    expect(pageOf(book, 'Who to Call')).toEqual(
      expect.arrayContaining(['Quill Plumbing', 'Trade', 'Plumber', 'Phone / Email', '(555) 010-0134']),
    )
    expect(pageOf(book, 'Who to Call')).toContain('(555) 010-0177')

    const ofOne = await bookOf(robin, { projectID, roomID: kitchen, size: 'a4' })
    expect(ofOne.outline).toEqual(['Contents', 'Kitchen', 'By Category', 'Files'])
    expect(ofOne.pages[0]?.width).toBeCloseTo(595.28, 1)
    // The same in all papers of the project.
    expect(linesOf(ofOne)).toEqual(
      expect.arrayContaining(['PT-1', 'PL-1', '22 Feb 2026', today('en-GB').format(clock.now())]),
    )
    await newItem('paint', hall, { ...SAGE, field4: 'Satin' })
    const inTwoSheens = pageOf(await bookOf(robin, { projectID, roomID: hall }), 'Paint').join(' ')
    expect(inTwoSheens).toMatch(/PT-1 Dry Sage HV-6102, .*Eggshell Hall PT-2 Dry Sage HV-6102, .*Satin Hall/)
  })

  test('omits notes, pictures and prices on request', async () => {
    const { robin, projectID, kitchen, kinds, newItem, newUser } = await startWithHome()
    const [photo] = await robin.upload([{ name: 'tap.png', bytes: await pictureOf('#336699', 'png') }])
    const files = filesJSON([{ name: 'tap.png', remote: photo?.remote ?? '' }])
    const budget = { field1: 'Castellan', field3: '$240', notes: 'Left of the sink' }
    const faucet = await newItem('faucet', kitchen, budget, files)
    const fields = await robin.must(listFields, { query: { subCatID: kinds.faucet.subcatID } })
    const admin = await newUser('admin', [Role.Admin])
    const money = { propID: fields[2]?.propID ?? 0, kind: 'money' as const }
    await admin.must(setLabelKinds, { body: { kinds: [money] } })
    const service = await subcategoryIDs(robin, 'Kitchen', 'Records', 'Service Record')
    const inputs = { field1: 'Tap', field5: '$185' }
    const { itemID: visit } = await robin.must(createItem, {
      body: { projectID, roomID: kitchen, ...service, inputs },
    })

    const whole = await bookOf(robin, { projectID })
    expect(linesOf(whole)).toEqual(expect.arrayContaining(['Left of the sink', 'Cost', '$185', '$240']))
    expect(figuresOn(whole)).toContain(1)
    const less = await bookOf(robin, { projectID, without: 'notes,pictures,prices' })
    for (const line of ['Left of the sink', 'Cost', '$185', '$240']) expect(linesOf(less)).not.toContain(line)
    expect(new Set(figuresOn(less))).toEqual(new Set([0]))
    for (const [asked, price] of [
      [{ kind: 'trade' }, '$240'],
      [{ kind: 'touchup', itemID: faucet }, '$240'],
      [{ kind: 'touchup', itemID: visit }, '$185'],
    ] as const) {
      expect(linesOf(await paperOf(robin, { projectID, ...asked })).join(' ')).toContain(price)
      expect(linesOf(await paperOf(robin, { projectID, ...asked, without: 'prices' })).join(' ')).not.toContain(price)
    }
    const wrong = await robin.raw({ url: `/paper?projectID=${projectID}&kind=book&without=walls` })
    expect([wrong.statusCode, wrong.json<{ fields: object }>().fields]).toEqual([
      400,
      { without: 'Must be of notes, pictures, prices, with commas between them.' },
    ])
  })

  test('shows through a link only what it does not hide', async () => {
    const { robin, projectID, kitchen, kinds, newItem, app } = await startWithHome()
    await robin.must(updateProject, { body: { projectID, inputs: OF_DANA } })
    const [photo] = await robin.upload([{ name: 'tap.png', bytes: await pictureOf('#336699', 'png') }])
    const remote = photo?.remote ?? ''
    const files = filesJSON([{ name: 'tap.png', remote }])
    const faucet = await newItem('faucet', kitchen, { field1: 'Castellan', field2: 'Arc 40', notes: 'Leaks' }, files)
    await robin.must(setProjectCover, { body: { projectID, remote } })
    await robin.must(updateItem, { body: { itemID: faucet, inputs: { field2: 'Bridge 7120' } } })
    const fields = await robin.must(listFields, { query: { subCatID: kinds.faucet.subcatID } })
    const brand = fields.filter(({ label }) => label === 'Brand').map(({ propID }) => propID)
    for (const [name, hides] of [
      ['Plumber', { notes: true, files: true, labels: brand }],
      ['Guest', { notes: false, files: false, labels: [] }],
    ] as const)
      await robin.must(createLink, { body: { projectID, name, hides: { ...hides, labels: [...hides.labels] } } })
    const { links } = await robin.must(listLinks, { query: { projectID } })
    const by = async (name: string) => {
      const token = links.find((link) => link.name === name)?.address?.split('/view/')[1] ?? ''
      const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
      const { paperTicket } = opened.json<{ paperTicket: string }>()
      const response = await app.inject({ url: `/paper?projectID=${projectID}&kind=book&link=${paperTicket}` })
      return { bytes: response.rawPayload, ...(await readPDF(response.rawPayload)) }
    }
    const [hidden, open] = [await by('Plumber'), await by('Guest')]
    expect(linesOf(hidden)).toContain('Bridge 7120')
    expect(linesOf(open)).toEqual(expect.arrayContaining(['Bridge 7120', 'Castellan', 'Leaks']))
    expect(figuresOn(open).slice(0, 1)).toEqual([1])
    for (const text of ['Castellan', 'Leaks', 'tap.png']) expect(linesOf(hidden).join(' ')).not.toContain(text)
    expect(new Set(figuresOn(hidden))).toEqual(new Set([0]))
    for (const book of [hidden, open])
      for (const text of ['Dana', 'Elm Street', 'Burlington', 'Arc 40'])
        expect(linesOf(book).join(' ')).not.toContain(text)
  })

  test('omits a picture whose file is deleted during its making', async () => {
    const { robin, servers, services, projectID, kitchen, newItem } = await startWithHome()
    const [photo] = await robin.upload([{ name: 'tap.png', bytes: await pictureOf('#336699', 'png') }])
    const remote = photo?.remote ?? ''
    await newItem('faucet', kitchen, { field1: 'Castellan' }, filesJSON([{ name: 'tap.png', remote }]))
    const { db } = services
    for (const { pictures } of servers) {
      const make = pictures.make
      pictures.make = async (...asked) => {
        await db.deleteFrom('item_files').execute()
        await db.deleteFrom('uploads').execute()
        return make(...asked)
      }
    }
    const book = await bookOf(robin, { projectID })
    expect(pageOf(book, 'Kitchen')).toContain('Castellan')
    expect(new Set(figuresOn(book))).toEqual(new Set([0]))
  })

  test('of one item has only its room', async () => {
    const { robin, projectID, hall, kitchen, newItem } = await startWithHome()
    await newItem('paint', hall, SAGE)
    const itemID = await newItem('faucet', kitchen, { field1: 'Castellan' })
    const book = await bookOf(robin, { projectID, itemID })
    expect(book.outline).toEqual(['Contents', 'Kitchen', 'By Category'])
    expect(pageOf(book, 'Kitchen')).toEqual(expect.arrayContaining(['1 item in 1 category', 'Castellan']))
  })
})
