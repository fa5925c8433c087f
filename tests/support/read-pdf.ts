import { createCanvas, DOMMatrix } from '@napi-rs/canvas'
import jsQR from 'jsqr'
import type { PDFPageProxy } from 'pdfjs-dist'
import type { StructTreeContent, StructTreeNode } from 'pdfjs-dist/types/src/display/api.js'
import { loadPDFLibrary } from '../../src/server/attachments/text/pdf-text.ts'

// Rendering needs a real DOMMatrix, in place of the server's stub.
Object.assign(globalThis, { DOMMatrix })

const rolesIn = (node: StructTreeNode | StructTreeContent | null): string[] =>
  node && 'role' in node ? [node.role, ...node.children.flatMap(rolesIn)] : []

const DRAWN_AT = 3
const drawn = async (page: PDFPageProxy) => {
  const viewport = page.getViewport({ scale: DRAWN_AT })
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)]
  const context = createCanvas(width, height).getContext('2d')
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise
  return { context, width, height }
}

/** The text of a printed code, dark on light, decoded as a phone would. */
const read = (pixels: Uint8ClampedArray, width: number, height: number): string | undefined =>
  jsQR(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data

/** A part of a page, from its upper left corner, in points. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

const TRANSPARENT = 0
const WHITE = 250

/**
 * The contents of each of these places of a page: the code, its lines, where its ink ends on each side, and its center.
 */
const readPlaces = async (page: PDFPageProxy, places: readonly Place[]) => {
  const { context } = await drawn(page)
  const { items } = await page.getTextContent()
  const pageHeight = page.getViewport({ scale: 1 }).height
  return places.map((place) => {
    const [x, y] = [Math.round(place.x * DRAWN_AT), Math.round(place.y * DRAWN_AT)]
    const [width, height] = [Math.round(place.width * DRAWN_AT), Math.round(place.height * DRAWN_AT)]
    const { data } = context.getImageData(x, y, width, height)
    const inks = Array.from({ length: width * height }, (_, at) => at).filter(
      (at) => data[at * 4 + 3] !== TRANSPARENT && Number(data[at * 4]) < WHITE,
    )
    const columns = inks.map((at) => at % width)
    const rows = inks.map((at) => Math.floor(at / width))
    const least = (values: number[]) => values.reduce((one, other) => Math.min(one, other), Infinity) / DRAWN_AT
    const most = (values: number[]) => (values.reduce((one, other) => Math.max(one, other), -1) + 1) / DRAWN_AT
    const lines = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , , left = 0, bottom = 0] = item.transform as number[]
      const top = pageHeight - bottom
      const isWithin = left >= place.x && left < place.x + place.width && top > place.y && top <= place.y + place.height
      return isWithin ? [item.str] : []
    })
    const isEmpty = inks.length === 0
    const middle = (Math.floor(height / 2) * width + Math.floor(width / 2)) * 4
    return {
      /** Red, green and blue, 0 to 255. */
      middle: [...data.slice(middle, middle + 3)],
      code: isEmpty ? undefined : read(data, width, height),
      lines,
      margins: isEmpty
        ? undefined
        : {
            left: least(columns),
            top: least(rows),
            right: place.width - most(columns),
            bottom: place.height - most(rows),
          },
    }
  })
}

const readPage = async (page: PDFPageProxy) => {
  const { items } = await page.getTextContent()
  const { width, height } = page.getViewport({ scale: 1 })
  const annotations = (await page.getAnnotations()) as { url?: string }[]
  return {
    /** The lines in reading order. */
    lines: items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])),
    /** The same with their ends and baselines, in points. */
    texts: items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , , left = 0, bottom = 0] = item.transform as number[]
      return [{ text: item.str, left, right: left + item.width, bottom }]
    }),
    width,
    height,
    /** The targets of external links. */
    links: annotations.flatMap(({ url }) => url ?? []),
    roles: rolesIn(await page.getStructTree()),
  }
}

const load = async (bytes: Buffer) => {
  const { getDocument } = await loadPDFLibrary()
  return getDocument({ data: new Uint8Array(bytes), disableFontFace: true, useSystemFonts: false })
}

/** The text of the code on each page of a PDF. Rendering a page takes longer than most tests. */
export const readCodes = async (bytes: Buffer): Promise<(string | undefined)[]> => {
  const loading = await load(bytes)
  try {
    const document = await loading.promise
    const codes = []
    for (let number = 1; number <= document.numPages; number++) {
      const { context, width, height } = await drawn(await document.getPage(number))
      codes.push(read(context.getImageData(0, 0, width, height).data, width, height))
    }
    return codes
  } finally {
    await loading.destroy()
  }
}

/** The metadata and text of a PDF, and the contents of these places on each page. */
export const readPDF = async (bytes: Buffer, places: readonly Place[] = []) => {
  const loading = await load(bytes)
  try {
    const document = await loading.promise
    const { info, metadata } = await document.getMetadata()
    const pages = []
    const fonts = new Map<string, boolean>()
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      // The fonts are known only after rendering.
      await page.getOperatorList()
      pages.push({ ...(await readPage(page)), places: places.length > 0 ? await readPlaces(page, places) : [] })
      for (const name of Object.keys((await page.getTextContent()).styles)) {
        const font = page.commonObjs.get(name) as { name: string; missingFile?: boolean }
        fonts.set(font.name, font.missingFile !== true)
      }
    }
    return {
      ...(info as { Title?: string; Language?: string }),
      /** The version of PDF/UA, if declared. */
      accessible: (metadata as { get(name: string): unknown } | null)?.get('pdfuaid:part'),
      isTagged: (await document.getMarkInfo())?.Marked,
      outline: ((await document.getOutline()) as { title: string }[] | null)?.map(({ title }) => title),
      pages,
      /** Whether each font is embedded, by name. */
      fonts,
    }
  } finally {
    await loading.destroy()
  }
}
