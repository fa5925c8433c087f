import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'
import { packageRoot } from '../../platform/lib/package-root.ts'
import type { PieceOfText } from './piece-of-text.ts'

/** A file that lies about its number of pages has none of them. */
const MOST_MISSING_PAGES = 20

/** Character maps of East Asian fonts, as the package has them and as the build lays them beside the web app. */
const CMAPS = ['node_modules/pdfjs-dist/cmaps/', 'dist/web/assets/pdfjs/cmaps/']
  .map((folder) => `${join(packageRoot, folder)}/`)
  .find((folder) => existsSync(folder))

/** pdf.js, without anything to draw on and in this very thread. */
export const loadPDFLibrary = async () => {
  // It is made when the library is loaded, and used when something is drawn.
  globalThis.DOMMatrix ??= class {} as unknown as typeof DOMMatrix
  const library = await import('pdfjs-dist/legacy/build/pdf.mjs')
  // Where the library looks for its other half before it would start a thread for it.
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') })
  return library
}

/** A word that is divided at the end of a line is one word. */
const DIVIDED = /(\p{Ll})[-\u2010\u00ad]\n(?=\p{Ll})/gu

const lineOf = (item: TextItem | TextMarkedContent): string =>
  'str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''

/** What is filled in into the fields of a form. */
const filledIn = (annotations: readonly unknown[]): string[] =>
  annotations.flatMap((field) => {
    const value = field instanceof Object && 'fieldValue' in field ? field.fieldValue : undefined
    return typeof value === 'string' && value !== '' ? [value] : []
  })

/** The text of each page that has some. Rejects for what is no PDF, or one that needs a password. Runs nothing in it. */
export async function* textsOfPDF(file: Buffer, isEnough: () => boolean): AsyncGenerator<PieceOfText> {
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
  } finally {
    await loading.destroy()
  }
}
