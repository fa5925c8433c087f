import { createCanvas, DOMMatrix } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import type { PDFPageProxy } from 'pdfjs-dist'
import type { StructTreeContent, StructTreeNode } from 'pdfjs-dist/types/src/display/api.js'
import { loadPDFLibrary } from '../../src/server/file-text/pdf-text.ts'

// What it draws with, in place of the nothing that the server gives it.
Object.assign(globalThis, { DOMMatrix })

const rolesIn = (node: StructTreeNode | StructTreeContent | null): string[] =>
  node && 'role' in node ? [node.role, ...node.children.flatMap(rolesIn)] : []

/** What the code on a page says, read as a phone would. */
const codeOn = async (page: PDFPageProxy): Promise<string | undefined> => {
  const viewport = page.getViewport({ scale: 3 })
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise
  return jsQR(context.getImageData(0, 0, width, height).data, width, height)?.data
}

const readPage = async (page: PDFPageProxy) => {
  const { items } = await page.getTextContent()
  const { width, height } = page.getViewport({ scale: 1 })
  return {
    /** In the order in which it is read out, a line each. */
    lines: items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])),
    width,
    height,
    roles: rolesIn(await page.getStructTree()),
    code: await codeOn(page),
  }
}

/** What a PDF says of itself and shows. */
export const readPDF = async (bytes: Buffer) => {
  const { getDocument } = await loadPDFLibrary()
  const loading = getDocument({ data: new Uint8Array(bytes), disableFontFace: true, useSystemFonts: false })
  try {
    const document = await loading.promise
    const { info, metadata } = await document.getMetadata()
    const pages = []
    const fonts = new Map<string, boolean>()
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      pages.push(await readPage(page))
      for (const name of Object.keys((await page.getTextContent()).styles)) {
        const font = page.commonObjs.get(name) as { name: string; missingFile?: boolean }
        fonts.set(font.name, font.missingFile !== true)
      }
    }
    return {
      ...(info as { Title?: string; Language?: string }),
      /** Of PDF/UA, where it says that it is such. */
      accessible: (metadata as { get(name: string): unknown } | null)?.get('pdfuaid:part'),
      isTagged: (await document.getMarkInfo())?.Marked,
      outline: ((await document.getOutline()) as { title: string }[] | null)?.map(({ title }) => title),
      pages,
      /** By name whether the file has them. */
      fonts,
    }
  } finally {
    await loading.destroy()
  }
}
