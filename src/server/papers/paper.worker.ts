import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { encode } from 'uqr'
import { packageRoot } from '../platform/lib/package-root.ts'
import type { MadePaper, PaperData, PaperJob, PrintedPicture } from './paper-process.ts'
import { workApart, type Chunks } from '../platform/workers/worker-runtime.ts'

/** The compiler with its fonts, and about a hundred pages with pictures. */
const MOST_MEMORY = 640 * 1024 * 1024

const TEMPLATES = join(packageRoot, 'papers')

/** The required margin around a QR code, in modules. */
const QUIET_ZONE = 4

const codeOf = (address: string): string => {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) =>
    // Adjacent modules of a row form one shape.
    Array.from(
      row.map(Number).join('').matchAll(/1+/g),
      ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  )
  const box = `0 0 ${size} ${size}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path fill="#1b2422" d="${dark.join('')}"/></svg>`
}

/** The used part of Typst's compiler. */
interface Compiler {
  mapShadow(path: string, content: Buffer): void
  resetShadow(): void
  compile(of: { mainFilePath: string }): {
    result: object | null
    takeDiagnostics(): { shortDiagnostics: unknown } | null
  }
  pdf(compiled: object, options: { pdfStandard?: 'ua-1' }): Buffer
  evictCache(mostAge: number): void
}
interface Typst {
  NodeCompiler: { create(options: { workspace: string; fontArgs: { fontPaths: string[] }[] }): Compiler }
}

/** npm installs the one for this machine; the official loader package lists machines that have none. */
const COMPILERS = ['gnu', 'musl'].map((libc) => `@myriaddreamin/typst-ts-node-compiler-linux-${process.arch}-${libc}`)

const loadTypst = (): Typst => {
  const require = createRequire(import.meta.url)
  const installed = COMPILERS.find((name) => existsSync(join(packageRoot, 'node_modules', name)))
  if (installed === undefined) throw new Error('No Typst compiler is available for this platform.')
  return require(installed) as Typst
}

const openCompiler = async (): Promise<Compiler> =>
  loadTypst().NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths: [join(TEMPLATES, 'fonts')] }] })

const PICTURES_AT_ONCE = 2

/** The highest print resolution, in dots per inch. */
const FINEST = 250
/** Pixels of all pictures of a paper together: the compiler decodes each to three bytes a pixel. */
const MOST_PIXELS = 36_000_000
/** Bytes of all pictures in the PDF. The text of 400 items takes 4 MB, so a book has at most 10 MB. */
const PICTURES_BYTES = 5.5 * 1024 * 1024
/** The exponent by which bytes shrink with the side length: the remaining pixels have more detail. */
const BYTES_BY_SIDE = 1.3

/** Loaded only for papers with pictures. */
const loadPictureLibrary = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
type PictureLibrary = Awaited<ReturnType<typeof loadPictureLibrary>>
interface Pixels {
  width: number
  height: number
  isWhole?: boolean | undefined
}

/** A JPEG, which PDF embeds unchanged, cropped to what is visible unless it is a logo; undefined if it is no picture. */
const printed = async (
  sharp: PictureLibrary,
  bytes: Uint8Array,
  { width, height, isWhole = false }: Pixels,
): Promise<Buffer | undefined> =>
  sharp(bytes)
    .resize({ width, height, fit: isWhole ? 'inside' : 'cover', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 75 })
    .toBuffer()
    .catch(() => undefined)

/** Reads the input part by part and keeps no part longer than needed. */
const openParts = (chunks: Chunks) => {
  const coming = chunks[Symbol.asyncIterator]()
  let buffered: Uint8Array[] = []
  const more = async (): Promise<Uint8Array> => {
    const { done, value } = await coming.next()
    if (done) throw new Error('The input of a paper is incomplete.')
    buffered.push(value)
    return value
  }
  const cut = (size: number): Buffer => {
    const all = Buffer.concat(buffered)
    buffered = [all.subarray(size)]
    return all.subarray(0, size)
  }
  return {
    line: async (): Promise<string> => {
      let chunk = await more()
      let before = 0
      while (!chunk.includes(NEW_LINE)) {
        before += chunk.length
        chunk = await more()
      }
      return cut(before + chunk.indexOf(NEW_LINE) + 1).toString('utf8')
    },
    bytes: async (size: number): Promise<Buffer> => {
      while (buffered.reduce((sum, { length }) => sum + length, 0) < size) await more()
      return cut(size)
    },
  }
}
const NEW_LINE = 10

const areaOf = (pictures: readonly PrintedPicture[]) =>
  pictures.reduce((sum, { width, height }) => sum + width * height, 0)

/** The resolution that keeps all pictures within the limits, in dots per inch. */
const finenessOf = (pictures: readonly PrintedPicture[]): number => {
  return Math.min(FINEST, 25.4 * Math.sqrt(MOST_PIXELS / areaOf(pictures)))
}

const pixelsAt = ({ width, height, isWhole }: PrintedPicture, dots: number): Pixels => ({
  isWhole,
  width: Math.ceil((width * dots) / 25.4),
  height: Math.ceil((height * dots) / 25.4),
})

/** How many pictures are made first to estimate the detail of all, which avoids making the others twice. */
const TRIED = 24
/** Leaves a margin, because the others may have more detail. */
const OF_BYTES_WHEN_TRIED = 0.9

const bytesOf = (made: readonly (Buffer | undefined)[]) =>
  made.reduce((sum, picture) => sum + (picture?.length ?? 0), 0)

/** The resolution for the other pictures, given the bytes of the first ones. */
const dotsAfter = (
  tried: readonly PrintedPicture[],
  others: readonly PrintedPicture[],
  dots: number,
  bytes: number,
) => {
  const target = (bytes / areaOf(tried)) * areaOf(others)
  const left = Math.max(PICTURES_BYTES * OF_BYTES_WHEN_TRIED - bytes, 1)
  return target > left ? dots * (left / target) ** (1 / BYTES_BY_SIDE) : dots
}

/** Passes pictures to the compiler as they arrive. Returns which of them exist. */
const takePictures = async (
  compiler: Compiler,
  pictures: readonly PrintedPicture[],
  next: (size: number) => Promise<Buffer>,
): Promise<boolean[]> => {
  if (pictures.length === 0) return []
  const sharp = await loadPictureLibrary()
  const atOnce = pLimit(PICTURES_AT_ONCE)
  const all = finenessOf(pictures)
  let dots = all
  const making: Promise<Buffer | undefined>[] = []
  for (const [at, picture] of pictures.entries()) {
    if (at === TRIED)
      dots = dotsAfter(pictures.slice(0, TRIED), pictures.slice(TRIED), dots, bytesOf(await Promise.all(making)))
    const bytes = await next(picture.bytes)
    const pixels = pixelsAt(picture, dots)
    making.push(atOnce(() => printed(sharp, bytes, pixels)))
  }
  let made = await Promise.all(making)
  const bytes = bytesOf(made)
  // Pictures with much detail exceed the estimate; makes all of them smaller.
  if (bytes > PICTURES_BYTES) {
    const fewer = (at: number) => (at < TRIED ? all : dots) * (PICTURES_BYTES / bytes) ** (1 / BYTES_BY_SIDE)
    made = await Promise.all(
      pictures.map((picture, at) =>
        atOnce(async () => made[at] && (await printed(sharp, made[at], pixelsAt(picture, fewer(at))))),
      ),
    )
  }
  for (const [at, picture] of made.entries())
    if (picture) compiler.mapShadow(join(TEMPLATES, 'pictures', `${at}.jpg`), picture)
  return made.map((picture) => picture !== undefined)
}

const NO_FONT_HAS_IT = /could not be displayed/
/**
 * PDF/UA forbids the replacement glyph for characters that no font has; such a paper is written without that standard.
 */
const written = (compiler: Compiler, compiled: object): Buffer => {
  try {
    return compiler.pdf(compiled, { pdfStandard: 'ua-1' })
  } catch (error) {
    if (!NO_FONT_HAS_IT.test(String(error))) throw error
    return compiler.pdf(compiled, {})
  }
}

const pdfOf = async (compiler: Compiler, file: Chunks, { template }: PaperJob): Promise<MadePaper> => {
  const parts = openParts(file)
  const data = JSON.parse(await parts.line()) as PaperData
  const pictures = await takePictures(compiler, data.pictures, parts.bytes)
  compiler.mapShadow(join(TEMPLATES, 'data.json'), Buffer.from(JSON.stringify({ ...data, pictures })))
  for (const [at, address] of data.codes.entries())
    compiler.mapShadow(join(TEMPLATES, 'codes', `${at}.svg`), Buffer.from(codeOf(address)))
  const compiled = compiler.compile({ mainFilePath: join(TEMPLATES, template) })
  const { result } = compiled
  // The cache of a large paper would leave too little memory for its PDF.
  if (process.memoryUsage.rss() > MOST_MEMORY / 2) compiler.evictCache(0)
  if (!result) return { wrong: JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics) }
  return { pdf: written(compiler, result) }
}

/** Evicts cache entries not used by this many later papers; shared template parts stay. */
const KEPT_FOR = 2

const make = async (compiler: Compiler, data: Chunks, job: PaperJob): Promise<MadePaper> => {
  try {
    return await pdfOf(compiler, data, job)
  } catch (error) {
    return { wrong: String(error) }
  } finally {
    compiler.resetShadow()
    compiler.evictCache(KEPT_FOR)
  }
}

/** A process that makes papers from data and a template in papers/. */
await workApart({ mostMemory: MOST_MEMORY, niceness: 5, load: openCompiler, make })
