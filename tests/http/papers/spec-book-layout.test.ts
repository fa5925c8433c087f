import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { setProjectCover, setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import { createItem, filesJSON } from '../../../src/shared/items/items.api.ts'
import { updateProject } from '../../../src/shared/projects/projects.api.ts'
import { displayName } from '../../../src/shared/attachments/file-name.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { photoHEIC, pictureOf } from '../../support/sample-pictures.ts'
import { SAGE, OF_DANA, startWithHome, bookOf, linesOf, figuresOn, pageOf } from './spec-books.ts'

describe('the spec book', () => {
  test('has a cover of one page with any text, and lists each category with its page', async () => {
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

  test('starts a room with its board, and a row with a swatch, a picture or the icon of its category', async () => {
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
    // On the board: a paint by name and code, and items with neither color nor picture.
    expect(page?.lines).toEqual(expect.arrayContaining(['Dry Sage HV-6102', 'Marlow']))
    const { pages } = await bookOf(robin, { projectID, roomID: hall })
    const empty = pages.find(({ lines }) => lines.includes('Nothing is recorded here yet.'))
    expect(pages).toHaveLength(2)
    expect(empty?.lines).not.toContain('Dry Sage HV-6102')

    const MM = 72 / 25.4
    const markOf = (mark: string) => page?.texts.find(({ text }) => text === mark) ?? { left: 0, bottom: 0 }
    const places = ['PT-1', 'PL-1', 'PL-2'].map((mark) => {
      const { left, bottom } = markOf(mark)
      // The center of the next tile.
      const [x, y] = [left + 22.5 * MM, Number(page?.height) - bottom + 1.7 * MM]
      return { x: x - 1, y: y - 1, width: 2, height: 2 }
    })
    const drawn = await readPDF(rawPayload, places)
    const tiles = drawn.pages[book.pages.findIndex((one) => one === page)]?.places.map(({ middle }) => middle)
    const near = (tone: number[]) => tone.map((part) => expect.closeTo(part, -1) as number)
    expect(tiles?.slice(0, 2)).toEqual([near([0xb9, 0xc6, 0xb4]), near([0x33, 0x66, 0x99])])
    expect(tiles?.[2]).not.toEqual(near([0x33, 0x66, 0x99]))
    // Neighbors are on one line in every script.
    const bottomOf = (start: string) => page?.texts.find(({ text }) => text.includes(start))?.bottom
    expect(bottomOf('B 44')).toBeCloseTo(Number(bottomOf('Castellan')), 1)
  })

  test('has equal rooms as one and no board of fewer than three samples', async () => {
    const { robin, projectID, hall, kinds } = await startWithHome()
    const newTap = async (roomID: number, field1: string, files = filesJSON([])) =>
      robin.must(createItem, {
        body: { projectID, roomID, ...kinds.faucet, inputs: { field1, field3: 'Brass' }, files },
      })
    await newTap(hall, 'Marlow')
    const [manual] = await robin.upload([
      { name: `${'Care of the tap '.repeat(4)}.pdf`, bytes: Buffer.from('%PDF-1.7') },
    ])
    const files = filesJSON([{ name: displayName(manual?.filename ?? ''), remote: manual?.remote ?? '' }])
    for (const room of [101, 102, 103])
      await newTap(await robin.newRoom(projectID, `Bedroom ${room}`), 'Castellan', files)
    const book = await bookOf(robin, { projectID })
    expect(book.outline).toEqual(['Contents', 'Bedrooms 101–103, typical', 'Hall', 'By Category', 'Files'])
    expect(book.pages[0]?.lines).toEqual(expect.arrayContaining(['Rooms', '4', 'Items']))
    const lines = linesOf(book)
    expect(lines).toContain('1 item in each of 3 rooms')
    // In the room, by category, and with its file.
    expect(lines.filter((line) => line === 'Castellan')).toHaveLength(3)
    // Neither a pull nor a tag.
    expect(lines.filter((line) => line === 'Marlow')).toHaveLength(2)
    expect(lines).toContain(manual?.filename)
    // Rooms, categories and files share two pages.
    expect(book.pages).toHaveLength(4)
  })

  test('continues notes that are taller than a page on the next page', async () => {
    const { robin, projectID, kitchen, newItem } = await startWithHome()
    const numbers = Array.from({ length: 80 }, (_, at) => `${at + 15}`)
    await newItem('faucet', kitchen, { field1: 'Castellan', notes: numbers.join('\n') })
    const { pages } = await bookOf(robin, { projectID })
    const where = numbers.map((number) => pages.findIndex(({ lines }) => lines.includes(number)))
    expect(where).not.toContain(-1)
    expect(new Set(where).size).toBe(2)
  })

  test('sets each script in its own font and both weights, without missing glyphs', async () => {
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
    // The Latin font has Devanagari too.
    for (const text of [...Object.values(scripts), 'हिन्दी स्त्री'])
      await newItem('faucet', kitchen, { field1: text, notes: text })
    const { fonts, accessible } = await bookOf(robin, { projectID, roomID: kitchen })
    const named = [...fonts.keys()].map((name) => name.replace(/^.*\+NotoSans/, ''))
    for (const script of Object.keys(scripts))
      expect(named).toEqual(expect.arrayContaining([`${script}-Regular`, `${script}-SemiBold`]))
    expect([...fonts.values()]).not.toContain(false)
    // A book with missing glyphs does not claim to be PDF/UA.
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

  test('starts all headings at the left margin, even right-to-left ones', async () => {
    const { robin, projectID, newItem } = await startWithHome()
    const [manual] = await robin.upload([{ name: 'faucet.pdf', bytes: Buffer.from('%PDF-1.7') }])
    const files = filesJSON([{ name: 'Manual', remote: manual?.remote ?? '' }])
    await newItem('faucet', await robin.newRoom(projectID, 'שלום'), { field1: 'Castellan' }, files)
    const { pages } = await bookOf(robin, { projectID })
    expect(pages.at(-1)?.lines).toContain('Files')
    const name = pages.at(-1)?.texts.findLast(({ text }) => /\p{Script=Hebrew}/u.test(text))
    // 19 mm.
    expect(name?.left).toBeCloseTo(53.9, 0)
  })

  test.each(['\ud7ff', 'བོད་ཡིག', '𒀀', '\ue000', 'a\u0001b'])(
    'has a box for characters that no font has: %j',
    async (notes) => {
      const { robin, projectID, kitchen, newItem } = await startWithHome()
      await newItem('faucet', kitchen, { field1: 'Castellan', notes })
      const book = await bookOf(robin, { projectID })
      expect(book.isTagged).toBe(true)
      expect(book.accessible).not.toBe('1')
      expect(linesOf(book)).toEqual(expect.arrayContaining(['Castellan', 'PL-1']))
    },
  )

  test('has pictures not yet viewed, takes the same number of statements for many, and omits lost ones', async () => {
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

  test('uses smaller pictures, upright or as rotated, and larger ones of covers', async () => {
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
    // Two covers, and four pictures below their items.
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
})
