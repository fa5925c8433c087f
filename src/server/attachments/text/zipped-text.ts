import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { textOfMarkup } from './markup.ts'
import type { PieceOfText } from './piece-of-text.ts'

/** The maximum unpacked bytes of one file. */
const MOST_UNPACKED = 64 * 1024 * 1024
const MOST_ENTRIES = 20_000

export const isZIP = (file: Buffer): boolean => file.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))

/** Elements of Office and OpenDocument files that end a word; others can be inside one. */
const BREAKS = new Set('p h br tab s line-break si is c row tc tr table-cell table-row list-item page cr'.split(' '))

/** Cells of a sheet whose number is an index into shared texts. */
const NAMES_OF_TEXTS = /<c [^>]{0,200}\bt="s"[^>]{0,200}>\s{0,10}<v>\d{1,10}<\/v>/g

const ofDocument = (xml: string): string => textOfMarkup(xml, (name) => !BREAKS.has(name))
const ofSheet = (xml: string): string => ofDocument(xml.replace(NAMES_OF_TEXTS, '<c>'))

/** The entries of a ZIP that are read; the first group is the page number. */
const READ: readonly { name: RegExp; read: (xml: string) => string }[] = [
  { name: /^word\/(?:document|footnotes|endnotes|comments|header\d{0,3}|footer\d{0,3})\.xml$/, read: ofDocument },
  { name: /^ppt\/slides\/slide(\d{1,4})\.xml$/, read: ofDocument },
  { name: /^xl\/sharedStrings\.xml$/, read: ofDocument },
  { name: /^xl\/worksheets\/[\w-]{1,60}\.xml$/, read: ofSheet },
  { name: /^content\.xml$/, read: ofDocument },
  { name: /\.x?html?$/, read: (markup) => textOfMarkup(markup) },
]
/** Entries that mark a ZIP as one of these documents, not a collection of files. */
const TELLING = /^(?:\[Content_Types\]\.xml|mimetype)$/

const unpacked = async (zip: ZipFile, entry: Entry, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  // The stream fails if there is more than the entry states.
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    size += (chunk as Buffer).length
    if (size > most) throw new Error('The file unpacks to more than is read.')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** The text of Word, Excel, PowerPoint, OpenDocument and EPUB files. Embedded files are not opened. */
export async function* textsOfZIP(file: Buffer, isEnough: () => boolean): AsyncGenerator<PieceOfText> {
  const zip = await fromBufferPromise(file, { lazyEntries: true })
  const found: { entry: Entry; read: (xml: string) => string; page: number | null }[] = []
  let isDocument = false
  let entries = 0
  for await (const entry of zip.eachEntry()) {
    if (++entries > MOST_ENTRIES) break
    isDocument ||= TELLING.test(entry.fileName)
    for (const { name, read } of READ) {
      const match = name.exec(entry.fileName)
      if (match) found.push({ entry, read, page: match[1] === undefined ? null : Number(match[1]) })
    }
  }
  if (!isDocument) return
  let left = MOST_UNPACKED
  for (const { entry, read, page } of found.sort((a, b) => (a.page ?? 0) - (b.page ?? 0))) {
    if (isEnough()) return
    const bytes = await unpacked(zip, entry, left)
    left -= bytes.length
    yield { text: read(bytes.toString('utf8')), page }
  }
}
