import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { setProjectCover, setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import { createItem, filesJSON, updateItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { updateProject } from '../../../src/shared/projects/projects.api.ts'
import { updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { setLabelKinds } from '../../../src/shared/structure/labels.api.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { photoHEIC, pictureOf } from '../../support/sample-pictures.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const SAGE = {
  field1: 'Harrow & Vale Matte',
  field2: 'Dry Sage #B9C6B4',
  field3: 'HV-6102',
  field4: 'Eggshell',
  field5: 'All walls',
  field6: '2026-02-22',
}

const OF_DANA = {
  ...{ name: 'Maple Street', client: 'Dana Sample', address: '12 Elm Street', address2: '' },
  ...{ city: 'Burlington', state: 'VT', zip: '05401' },
}

const startWithHome = async () => {
  const started = await startTestApp({ publicURL: 'https://homes.example.com' })
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const hall = await robin.newRoom(projectID, 'Hall')
  const kitchen = await robin.newRoom(projectID, 'Kitchen')
  const kinds = {
    paint: await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint'),
    faucet: await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Faucet'),
  }
  const newItem = async (kind: keyof typeof kinds, roomID: number, inputs: ItemInputs, files = filesJSON([])) =>
    (await robin.must(createItem, { body: { projectID, roomID, ...kinds[kind], inputs, files } })).itemID
  return { ...started, robin, projectID, hall, kitchen, kinds, newItem }
}

const paperOf = async (client: Client, asked: Record<string, string | number>) => {
  const response = await client.raw({ url: `/paper?${new URLSearchParams(asked as Record<string, string>)}` })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return { bytes: response.rawPayload, ...(await readPDF(response.rawPayload)) }
}
const bookOf = (client: Client, asked: Record<string, string | number>) => paperOf(client, { kind: 'book', ...asked })

type Book = Awaited<ReturnType<typeof bookOf>>
const linesOf = ({ pages }: Book) => pages.flatMap(({ lines }) => lines)
const figuresOn = ({ pages }: Book) => pages.map(({ roles }) => roles.filter((role) => role === 'Figure').length)

/** The lines of the page that the contents name for a part. */
const pageOf = ({ pages }: Book, part: string) => {
  const lines = pages[1]?.lines ?? []
  // Its name, how much there is of it, and the number.
  const number = Number(lines[lines.indexOf(part) + 2])
  return pages[number - 1]?.lines ?? []
}

describe('the spec book', () => {
  test('has cover, contents, each room with its schedules, finishes by category, files, and who to call', async () => {
    const { robin, projectID, hall, kitchen, newItem } = await startWithHome()
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
    // A day there that is none in UTC.
    const zone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
    await robin.must(updateReminders, { body: { zone } })

    const book = await bookOf(robin, { projectID })
    const { Title, Language, isTagged, accessible, outline, pages } = book
    expect({ Title, Language, isTagged, accessible }).toEqual({
      ...{ Title: 'Spec Book, Maple Street', Language: 'en', isTagged: true, accessible: '1' },
    })
    expect(outline).toEqual([
      ...['Contents', 'Attic', 'Hall', 'House', 'Kitchen', 'By Category', 'Files', 'Who to Call'],
    ])
    expect([...book.fonts.values()]).not.toContain(false)
    expect(pages[0]).toMatchObject({ width: 612, height: 792 })
    expect(pages[0]?.lines).toEqual(
      expect.arrayContaining(['Maple Street', 'Spec Book', 'Client', 'Dana Sample', '12 Elm Street', 'Rooms', '4']),
    )
    const today = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
    expect(pages[0]?.lines).toContain(today('en-US').format(new Date()))
    expect(pageOf(book, 'Attic')).toContain('Nothing is recorded here yet.')
    const [inHall, inKitchen] = [pageOf(book, 'Hall'), pageOf(book, 'Kitchen')]
    const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
    expect(inHall).toEqual(
      expect.arrayContaining([
        'PT-1',
        'Dry Sage',
        'Feb 22, 2026',
        `Before ${month.format(new Date())}: Clay Wash HV-2207`,
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
    // As in all papers of the home.
    expect(linesOf(ofOne)).toEqual(
      expect.arrayContaining(['PT-1', 'PL-1', '22 Feb 2026', today('en-GB').format(new Date())]),
    )
    await newItem('paint', hall, { ...SAGE, field4: 'Satin' })
    const inTwoSheens = pageOf(await bookOf(robin, { projectID, roomID: hall }), 'Paint').join(' ')
    expect(inTwoSheens).toMatch(/PT-1 Dry Sage HV-6102, .*Eggshell Hall PT-2 Dry Sage HV-6102, .*Satin Hall/)
  })

  test('has a cover of one page, whatever that says, and lists each category with its page', async () => {
    const { robin, projectID, kitchen, newItem } = await startWithHome()
    const empty = await bookOf(robin, { projectID })
    expect(empty.pages[0]?.lines).toContain('Nothing here yet')
    const long = (word: string) => `${word} `.repeat(255).slice(0, 255)
    const address = { client: long('Dana'), address: long('Elm'), address2: long('Oak'), city: long('Burlington') }
    await robin.must(updateProject, { body: { projectID, inputs: { ...OF_DANA, ...address, name: long('Maple') } } })
    await newItem('faucet', kitchen, { field1: 'Castellan' })
    await newItem('paint', kitchen, SAGE)
    for (const size of ['letter', 'a4']) {
      const book = await bookOf(robin, { projectID, size })
      const [cover, contents] = book.pages
      expect(cover?.lines).toEqual(expect.arrayContaining(['Date', 'Rooms', 'Items', 'Roomfolio']))
      expect(cover?.lines.filter((line) => line.endsWith('…')).length).toBeGreaterThan(3)
      expect(contents?.lines).toEqual(expect.arrayContaining(['Contents', 'By Category', 'Paint', 'Plumbing']))
      for (const category of ['Paint', 'Plumbing']) expect(pageOf(book, category)).toContain(category)
    }
  })

  test('begins a room with its board, and a row with a swatch, a picture or the sign of its category', async () => {
    const { robin, projectID, hall, kitchen, newItem } = await startWithHome()
    await newItem('paint', kitchen, { ...SAGE, notes: '🎨 Two coats' })
    const [photo] = await robin.upload([{ name: 'tap.png', bytes: await pictureOf('#336699', 'png') }])
    const files = filesJSON([{ name: 'tap.png', remote: photo?.remote ?? '' }])
    await newItem('faucet', kitchen, { field1: 'Castellan', field2: '🎨 B 44 浴室' }, files)
    await newItem('faucet', kitchen, { field1: 'Marlow' })
    const query = new URLSearchParams({ kind: 'book', projectID: String(projectID) })
    const { rawPayload } = await robin.raw({ url: `/paper?${query}` })
    const book = await readPDF(rawPayload)
    const page = book.pages.find(({ lines }) => lines.includes('3 items in 2 categories'))
    // On the board: a paint by its name and code, and what has neither color nor picture.
    expect(page?.lines).toEqual(expect.arrayContaining(['Dry Sage HV-6102', 'Marlow']))
    const { pages } = await bookOf(robin, { projectID, roomID: hall })
    const empty = pages.find(({ lines }) => lines.includes('Nothing is recorded here yet.'))
    expect(empty?.lines).not.toContain('Dry Sage HV-6102')

    const MM = 72 / 25.4
    const markOf = (mark: string) => page?.texts.find(({ text }) => text === mark) ?? { left: 0, bottom: 0 }
    const places = ['PT-1', 'PL-1', 'PL-2'].map((mark) => {
      const { left, bottom } = markOf(mark)
      // The middle of the tile beside it.
      const [x, y] = [left + 22.5 * MM, Number(page?.height) - bottom + 1.7 * MM]
      return { x: x - 1, y: y - 1, width: 2, height: 2 }
    })
    const drawn = await readPDF(rawPayload, places)
    const tiles = drawn.pages[book.pages.findIndex((one) => one === page)]?.places.map(({ middle }) => middle)
    const near = (tone: number[]) => tone.map((part) => expect.closeTo(part, -1) as number)
    expect(tiles?.slice(0, 2)).toEqual([near([0xb9, 0xc6, 0xb4]), near([0x33, 0x66, 0x99])])
    expect(tiles?.[2]).not.toEqual(near([0x33, 0x66, 0x99]))
    // What is beside each other stands on one line, whatever it is written in.
    const bottomOf = (start: string) => page?.texts.find(({ text }) => text.includes(start))?.bottom
    expect(bottomOf('B 44')).toBeCloseTo(Number(bottomOf('Castellan')), 1)
  })

  test('goes on on the next page with notes that are taller than one', async () => {
    const { robin, projectID, kitchen, newItem } = await startWithHome()
    const numbers = Array.from({ length: 80 }, (_, at) => `${at + 15}`)
    await newItem('faucet', kitchen, { field1: 'Castellan', notes: numbers.join('\n') })
    const { pages } = await bookOf(robin, { projectID })
    const where = numbers.map((number) => pages.findIndex(({ lines }) => lines.includes(number)))
    expect(where).not.toContain(-1)
    expect(new Set(where).size).toBe(2)
  })

  test('sets each script in its own font, in both weights, and has no box', async () => {
    const scripts = {
      ...{
        Armenian: 'Հայերեն ներկ',
        Bengali: 'বাংলা স্ত্রী র‍্যাম',
        Ethiopic: 'አማርኛ ቀለም ፩፪፫',
        Georgian: 'ქართული ᲥᲐᲠᲗᲣᲚᲘ',
      },
      ...{ Gujarati: 'ગુજરાતી ક્ષ', Gurmukhi: 'ਪੰਜਾਬੀ ਪ੍ਰ', Kannada: 'ಕನ್ನಡ ಸ್ತ್ರೀ', Khmer: 'ភាសាខ្មែរ', Lao: 'ພາສາລາວ' },
      ...{ Malayalam: 'മലയാളം ന്‍', Myanmar: 'မြန်မာ ကျွန်ုပ်', Oriya: 'ଓଡ଼ିଆ ସ୍ତ୍ରୀ', Sinhala: 'සිංහල ශ්‍රී', Tamil: 'தமிழ் ஸ்ரீ' },
      ...{ Telugu: 'తెలుగు స్త్రీ', Thai: 'ภาษาไทย' },
    }
    const { robin, projectID, kitchen, newItem } = await startWithHome()
    // The font of Latin has Devanagari, too.
    for (const text of [...Object.values(scripts), 'हिन्दी स्त्री'])
      await newItem('faucet', kitchen, { field1: text, notes: text })
    const { fonts, accessible } = await bookOf(robin, { projectID, roomID: kitchen })
    const named = [...fonts.keys()].map((name) => name.replace(/^.*\+NotoSans/, ''))
    for (const script of Object.keys(scripts))
      expect(named).toEqual(expect.arrayContaining([`${script}-Regular`, `${script}-SemiBold`]))
    expect([...fonts.values()]).not.toContain(false)
    // Nothing claims to be PDF/UA that has a box.
    expect(accessible).toBe('1')
  })

  test.each(['غرفة الجلوس', 'မြန်မာ ကျွန်ုပ် ဩ', 'ស្ត្រី', 'స్త్రీ', 'ที่', 'क्ष'])(
    'keeps lines of %s from touching',
    async (text) => {
      const { robin, projectID, kitchen, newItem } = await startWithHome()
      await newItem('faucet', kitchen, { field1: 'Castellan', notes: `Above ${text}\nBelow ${text}` })
      await newItem('faucet', kitchen, { field1: 'Latin', notes: 'Upper\nLower' })
      const texts = (await bookOf(robin, { projectID })).pages.flatMap((page) => page.texts)
      const [above, below, upper, lower] = ['Above', 'Below', 'Upper', 'Lower'].map(
        (word) => texts.find((one) => one.text.startsWith(word))?.bottom ?? 0,
      )
      // Set in 8 points.
      expect(Number(upper) - Number(lower)).toBeLessThan(10)
      expect(Number(above) - Number(below)).toBeGreaterThan(11)
    },
  )

  test('begins all of its heads at the left margin, also those that are written from right to left', async () => {
    const { robin, projectID, newItem } = await startWithHome()
    const [manual] = await robin.upload([{ name: 'faucet.pdf', bytes: Buffer.from('%PDF-1.7') }])
    const files = filesJSON([{ name: 'Manual', remote: manual?.remote ?? '' }])
    await newItem('faucet', await robin.newRoom(projectID, 'שלום'), { field1: 'Castellan' }, files)
    const { pages } = await bookOf(robin, { projectID })
    expect(pages.at(-1)?.lines).toContain('Files')
    const name = pages.at(-1)?.texts.find(({ text }) => /\p{Script=Hebrew}/u.test(text))
    // 19 mm.
    expect(name?.left).toBeCloseTo(53.9, 0)
  })

  test.each(['\ud7ff', 'བོད་ཡིག', '𒀀', '\ue000', 'a\u0001b'])('has a box for what no font has: %j', async (notes) => {
    const { robin, projectID, kitchen, newItem } = await startWithHome()
    await newItem('faucet', kitchen, { field1: 'Castellan', notes })
    const book = await bookOf(robin, { projectID })
    expect(book.isTagged).toBe(true)
    expect(book.accessible).not.toBe('1')
    expect(linesOf(book)).toEqual(expect.arrayContaining(['Castellan', 'PL-1']))
  })

  test('leaves out notes, pictures and prices that are not wanted', async () => {
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

  test('says by a link what it shows and nothing of what it hides', async () => {
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

  test('has pictures nobody has looked at yet, takes no more statements for many, and leaves out what is lost', async () => {
    const { robin, services, projectID, kitchen, newItem, statements } = await startWithHome()
    const bytes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => pictureOf(`#${(at * 12).toString(16).padStart(2, '0')}6699`, 'jpeg')),
    )
    bytes[0] = photoHEIC()
    const sent = await robin.upload(bytes.map((picture, at) => ({ name: `${at}.jpg`, bytes: picture })))
    const remotes = sent.map(({ remote }) => remote)
    const withFiles = (some: readonly string[]) =>
      filesJSON(some.map((remote, at) => ({ name: `picture ${at}.jpg`, remote })))
    await newItem('faucet', kitchen, { field1: 'Castellan' }, withFiles(remotes.slice(0, 4)))
    await bookOf(robin, { projectID })
    const first = statements()
    const few = await bookOf(robin, { projectID })
    const forFew = statements() - first
    expect(figuresOn(few).reduce((sum, count) => sum + count, 0)).toBe(4)

    await newItem('faucet', kitchen, { field1: 'Marlow' }, withFiles(remotes.slice(4)))
    await bookOf(robin, { projectID })
    const second = statements()
    const many = await bookOf(robin, { projectID })
    expect(statements() - second).toBe(forFew)
    expect(figuresOn(many).reduce((sum, count) => sum + count, 0)).toBe(20)

    const { storage_key: lost } = await services.db
      .selectFrom('renditions')
      .where('kind', '=', 'print')
      .select('storage_key')
      .orderBy('blob_id')
      .executeTakeFirstOrThrow()
    await services.store.remove(lost ?? '')
    const less = await bookOf(robin, { projectID })
    expect(figuresOn(less).reduce((sum, count) => sum + count, 0)).toBe(19)
  })

  test('is made of smaller pictures, which stand upright or as they were turned, and of larger ones of the covers of its home and of rooms', async () => {
    const { robin, services, projectID, kitchen, newItem } = await startWithHome()
    const lying = async (background: string) =>
      sharp({ create: { width: 2400, height: 1800, channels: 3, background } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
    const sent = await robin.upload([
      { name: 'front.jpg', bytes: await lying('#336699') },
      { name: 'sink.jpg', bytes: await lying('#669933') },
      { name: 'tap.jpg', bytes: await lying('#996633') },
    ])
    await services.db.updateTable('uploads').set({ rotation: 90 }).where('original_name', '=', 'tap.jpg').execute()
    const files = filesJSON(sent.map(({ filename, remote }) => ({ name: filename, remote })))
    await newItem('faucet', kitchen, { field1: 'Castellan' }, files)
    await robin.must(setProjectCover, { body: { projectID, remote: sent[0]?.remote ?? '' } })
    await robin.must(setRoomCover, { body: { roomID: kitchen, remote: sent[1]?.remote ?? '' } })
    const hall = await robin.newRoom(projectID, 'Pantry')
    const copied = filesJSON([{ name: 'sink.jpg', remote: sent[1]?.remote ?? '' }])
    await newItem('faucet', hall, { field1: 'Castellan' }, copied)
    // Two covers, and four pictures below what they are of.
    expect(figuresOn(await bookOf(robin, { projectID })).reduce((sum, count) => sum + count, 0)).toBe(6)
    const made = await services.db.selectFrom('renditions').select(['kind', 'storage_key']).orderBy('kind').execute()
    const pictures = made.map(async ({ kind, storage_key }) => {
      const bytes = await buffer(Readable.from(await services.store.read(storage_key ?? '')))
      const { format, width, height } = await sharp(bytes).metadata()
      return { kind, format, width, height }
    })
    expect(await Promise.all(pictures)).toEqual([
      { kind: 'print 90', format: 'jpeg', width: 800, height: 600 },
      { kind: 'screen', format: 'webp', width: 1275, height: 1700 },
      { kind: 'screen', format: 'webp', width: 1275, height: 1700 },
    ])
  })

  test('leaves out a picture whose file goes while it is made', async () => {
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

  test('of one item has the room that it is in, and no other', async () => {
    const { robin, projectID, hall, kitchen, newItem } = await startWithHome()
    await newItem('paint', hall, SAGE)
    const itemID = await newItem('faucet', kitchen, { field1: 'Castellan' })
    const book = await bookOf(robin, { projectID, itemID })
    expect(book.outline).toEqual(['Contents', 'Kitchen', 'By Category'])
    expect(pageOf(book, 'Kitchen')).toEqual(expect.arrayContaining(['1 item in 1 category', 'Castellan']))
  })
})
