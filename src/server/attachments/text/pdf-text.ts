import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'
import { packageRoot } from '../../platform/lib/package-root.ts'
import type { PieceOfText } from './piece-of-text.ts'

/** After this many missing pages the stated page count is wrong. */
const MOST_MISSING_PAGES = 20

/** Character maps of East Asian fonts: in the package, or copied by the build beside the web app. */
const CMAPS = ['node_modules/pdfjs-dist/cmaps/', 'dist/web/assets/pdfjs/cmaps/']
  .map((folder) => `${join(packageRoot, folder)}/`)
  .find((folder) => existsSync(folder))

/** Loads pdf.js without a canvas, to run in this thread. */
export const loadPDFLibrary = async () => {
  // The library needs the class when it loads, and uses it only for drawing.
  globalThis.DOMMatrix ??= class {} as unknown as typeof DOMMatrix
  const library = await import('pdfjs-dist/legacy/build/pdf.mjs')
  // The library uses this global instead of starting a worker thread.
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') })
  return library
}

/** A word hyphenated at the end of a line. */
const DIVIDED = /(\p{Ll})[-\u2010\u00ad]\n(?=\p{Ll})/gu

const lineOf = (item: TextItem | TextMarkedContent): string =>
  'str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''

/** The values of form fields. */
const filledIn = (annotations: readonly unknown[]): string[] =>
  annotations.flatMap((field) => {
    const value = field instanceof Object && 'fieldValue' in field ? field.fieldValue : undefined
    return typeof value === 'string' && value !== '' ? [value] : []
  })

/** What `getAttachments` of pdf.js returns, which it does not declare; null without embedded files. */
type Embedded = Readonly<Record<string, { filename: string; content?: Uint8Array }>> | null

/** Returns the text of a file, or undefined if it is no text. */
type ReadText = (file: Buffer) => string | undefined

/** The names of the files inside a PDF, such as the data of an invoice, and the texts of those that are texts. */
const textOfEmbedded = (embedded: Embedded, readText: ReadText): string =>
  Object.values(embedded ?? {})
    .flatMap(({ filename, content }) => [filename, (content && readText(Buffer.from(content))) ?? ''])
    .join('\n')

/**
 * The text of each page, and of the files inside. Throws for a file that is no PDF or needs a password. Executes no
 * scripts.
 */
export async function* textsOfPDF(
  file: Buffer,
  isEnough: () => boolean,
  readText: ReadText,
): AsyncGenerator<PieceOfText> {
  const { getDocument, VerbosityLevel } = await loadPDFLibrary()
  const loading = getDocument({
    data: new Uint8Array(file.buffer as ArrayBuffer, file.byteOffset, file.length),
    verbosity: VerbosityLevel.ERRORS,
    ...(CMAPS !== undefined && { cMapUrl: CMAPS, cMapPacked: true }),
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  })
  try {
    const { promise } = loading
    const document = await promise
    let missing = 0
    for (let page = 1; page <= document.numPages && !isEnough(); page++) {
      try {
        const opened = await document.getPage(page)
        const { items } = await opened.getTextContent()
        const filled = filledIn((await opened.getAnnotations()) as unknown[])
        opened.cleanup()
        yield { text: [items.map(lineOf).join('').replace(DIVIDED, '$1'), ...filled].join('\n'), page }
      } catch {
        if (++missing > MOST_MISSING_PAGES) return
      }
    }
    if (isEnough()) return
    const text = textOfEmbedded((await document.getAttachments()) as Embedded, readText)
    if (text !== '') yield { text, page: null }
  } finally {
    await loading.destroy()
  }
}
