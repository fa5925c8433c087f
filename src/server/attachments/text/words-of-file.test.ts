import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { pdfOf } from '../../../../tests/support/pdf.ts'
import { wordsOfFile } from './words-of-file.ts'

const zipOf = async (entries: Record<string, string | Buffer>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** The pages of each word. */
const read = async (file: Buffer | string): Promise<Map<string, string>> =>
  new Map((await wordsOfFile(Buffer.from(file))).words)
/** Without the entries for the ends of words. */
const wordsIn = async (file: Buffer | string): Promise<string[]> =>
  [...(await read(file)).keys()].filter((word) => !word.startsWith('<'))

test('the words of a PDF have their pages', async () => {
  const found = await read(
    pdfOf(12, { lines: (page) => ['Bridge faucet', `Sheet ${page}`, ...(page % 5 ? [] : ['Cartridge'])] }),
  )
  expect(found.get('cartridge')).toBe('5,10')
  expect(found.get('faucet')).toBe('1,2,3,4,5,6,7,8,9,10,11,12')
  expect(found.get('12')).toBe('12')
})

test('files inside a PDF are found by their names and, if they are texts, by what they say', async () => {
  const embedded = {
    'factur-x.xml': '<?xml version="1.0"?><Invoice><ID>RE-2026-0815</ID><Name>Zwiebelfisch</Name></Invoice>',
    'prices.csv': 'Item;Price\nFaucet;120',
    'photo.bin': '\0\x01\x02Unread',
  }
  const file = pdfOf(2, { embedded })
  const found = await read(file)
  for (const word of ['facturxxml', 'zwiebelfisch', 'pricescsv', '120', 'photobin'])
    expect(found.get(word), word).toBe('')
  expect([found.get('page1'), found.get('page2')]).toEqual(['1', '2'])
  expect([found.has('unread'), found.has('invoice')]).toEqual([false, false])
  expect((await wordsOfFile(file)).pages.at(-1)).toEqual([0, expect.stringContaining('RE-2026-0815')])
})

test('a word on very many pages keeps the first hundred', async () => {
  const pages = (await read(pdfOf(120, { lines: () => ['Sheet'] }))).get('sheet')?.split(',')
  expect(pages).toHaveLength(100)
  expect(pages?.at(-1)).toBe('100')
})

test('a word hyphenated at the end of a line is one word', async () => {
  const found = await wordsIn(pdfOf(1, { lines: () => ['Read the instal-', 'lation guide of HV-', '6102'] }))
  expect(found).toContain('installation')
  expect(found).toContain('6102')
})

test('PDFs printed by browsers are read, including ligatures', async () => {
  const guide = await read(await readFile('sample-project/files/castellan-7120-installation-and-care-guide.pdf'))
  expect(guide.get('cartridge')).toMatch(/^\d+(?:,\d+)*$/)
  expect(guide.has('finish')).toBe(true)
})

test.each([
  ['UTF-8', Buffer.from('Wärme, Łódź, 木地板')],
  ['UTF-8 with a mark', Buffer.from('\ufeffWärme, Łódź, 木地板')],
  ['UTF-16, low byte first, with a mark', Buffer.from('\ufeffWärme, Łódź, 木地板', 'utf16le')],
  ['UTF-16, high byte first, with a mark', Buffer.from('\ufeffWärme, Łódź, 木地板', 'utf16le').swap16()],
  ['UTF-16, low byte first', Buffer.from('Wärme, Łódź, 木地板', 'utf16le')],
  ['UTF-16, high byte first', Buffer.from('Wärme, Łódź, 木地板', 'utf16le').swap16()],
])('a text in %s is read', async (_, bytes) => {
  expect(await wordsIn(bytes)).toEqual(expect.arrayContaining(['warme', 'lodz', '木地板']))
})

test('a text in a legacy Western European encoding is read, and has no pages', async () => {
  const found = await read(Buffer.from('Für die Küche: Eiche geölt, façade', 'latin1'))
  expect([...found.keys()]).toEqual(expect.arrayContaining(['kuche', 'geolt', 'facade']))
  expect(found.get('kuche')).toBe('')
})

test('a text can have Windows-1252 characters, and stays UTF-8 if one byte is wrong', async () => {
  const found = await wordsIn(Buffer.from('the \x9cuvre of \x8akoda', 'latin1'))
  expect(found).toEqual(expect.arrayContaining(['oeuvre', 'skoda']))
  expect(await wordsIn(Buffer.concat([Buffer.from('façade Łódź '), Buffer.from([0xe2])]))).toEqual(['facade', 'lodz'])
})

test('CSV and Markdown are read as plain text', async () => {
  expect(await wordsIn('Where,Model\r\n"Base, sink wall",TF-5128\r\n')).toEqual(
    expect.arrayContaining(['sink', 'tf5128']),
  )
  expect(await wordsIn('# Care\n\n**Wipe** with `vinegar` <script>\n')).toEqual(
    expect.arrayContaining(['wipe', 'vinegar', 'script']),
  )
})

test('the visible text of HTML and XML is read', async () => {
  const page = `<!DOCTYPE html><html><head><style>.hidden{}</style><title>Care</title></head><!-- secret --><body>
    <p>Fa<b>uc</b>et<br>handle</p><script>var tracking = "<p>"</script><td>Caf&eacute;</td><td>&#x41;lder&nbsp;&amp;</td></body></html>`
  const found = await wordsIn(page)
  expect(found).toEqual(expect.arrayContaining(['care', 'faucet', 'handle', 'cafe', 'alder']))
  for (const word of ['hidden', 'secret', 'tracking', 'td', 'nbsp']) expect(found).not.toContain(word)
  expect(await wordsIn('<?xml version="1.0"?><a><![CDATA[Zellij <tile>]]></a>')).toEqual(['zellij', 'tile'])
})

test('RTF is read', async () => {
  const rtf = String.raw`{\rtf1\ansi\uc1{\fonttbl{\f0 Helvetica;}}{\*\generator Secret;}\f0 K\'fcche\par {\b Dry} Sage\u26408?\u22320?\tab end\{s\}}`
  const found = await wordsIn(rtf)
  expect(found).toEqual(expect.arrayContaining(['kuche', 'dry', 'sage', '木地', 'ends']))
  for (const word of ['helvetica', 'secret', 'rtf1', 'par']) expect(found).not.toContain(word)
})

test.each([
  ['1250', String.raw`\'a3\'f3d\'9f`, 'lodz'],
  ['1251', String.raw`\'ca\'f3\'f5\'ed\'ff`, 'кухня'],
  ['932', String.raw`\u28020\'97\'81\'8e\'ba`, '浴室'],
  ['0', String.raw`\'9cuvre`, 'oeuvre'],
])('RTF is read by its code page: %s', async (codePage, text, word) => {
  expect(await wordsIn(String.raw`{\rtf1\ansi\ansicpg${codePage}\uc2 ${text}}`)).toContain(word)
})

test('documents, spreadsheets, slides and books based on ZIP and XML are read', async () => {
  const word = await zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml':
      '<w:document><w:p><w:r><w:t>Brenn</w:t></w:r><w:r><w:t>holt</w:t></w:r></w:p><w:p><w:t>oven</w:t></w:p></w:document>',
    'word/footnotes.xml': '<w:p><w:t>gasket</w:t></w:p>',
    'word/settings.xml': '<w:p><w:t>unread</w:t></w:p>',
  })
  expect((await wordsIn(word)).sort()).toEqual(['brennholt', 'gasket', 'oven'])
  const sheet = await zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/sharedStrings.xml': '<sst><si><t>Alder Bar Pull</t></si><si><t>Knob</t></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<row><c r="A1" t="s"><v>901</v></c><c r="B1"><v>5128</v></c><c t="inlineStr"><is><t>inline</t></is></c></row>',
  })
  const cells = await wordsIn(sheet)
  expect(cells).toEqual(expect.arrayContaining(['alder', 'pull', 'knob', '5128', 'inline']))
  expect(cells).not.toContain('901')
  const slides = await zipOf({
    '[Content_Types].xml': '<Types/>',
    'ppt/slides/slide10.xml': '<a:p><a:t>tenth</a:t></a:p>',
    'ppt/slides/slide2.xml': '<a:p><a:t>second</a:t></a:p>',
  })
  expect(await read(slides)).toEqual(
    new Map([
      ['second', '2'],
      ['tenth', '10'],
    ]),
  )
  const text = await zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': '<text:h>Care</text:h><text:p>Do<text:span>or</text:span><text:s/>seal</text:p>',
  })
  expect(await wordsIn(text)).toEqual(['care', 'door', 'seal'])
  const book = await zipOf({ mimetype: 'application/epub+zip', 'OEBPS/one.xhtml': '<html><p>Chapter</p></html>' })
  expect(await wordsIn(book)).toEqual(['chapter'])
})

test('other ZIPs are not opened', async () => {
  expect(await wordsIn(await zipOf({ 'index.html': '<p>letter</p>', 'content.xml': 'bill' }))).toEqual([])
})

test('files without text have no words', async () => {
  expect(await wordsIn('')).toEqual([])
  expect(await wordsIn(Buffer.from('\0\x01\x02 plain words \xff\xfe', 'latin1'))).toEqual([])
  expect(await wordsIn(Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)))).toEqual([])
  expect(await wordsIn(await readFile('sample-project/files/faucet-installed.jpg'))).toEqual([])
})

test('a file with too many different words stops at fifty thousand', async () => {
  const words = Array.from({ length: 80_000 }, (_, at) => `w${at}x`).join('\n')
  expect((await read(words)).size).toBe(50_000)
})
