import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import pLimit from 'p-limit'
import { encode } from 'uqr'
import { packageRoot } from './package-root.ts'
import type { MadePaper, PaperData, PaperJob } from './papers/paper-process.ts'
import { workApart } from './work-apart.ts'

/** The compiler with its fonts, and some hundred pages with their pictures. */
const MOST_MEMORY = 640 * 1024 * 1024

const TEMPLATES = join(packageRoot, 'papers')

/** In a checkout they lie where npm puts them, in an installation beside what was built. */
const fontFiles = (): string[] => {
  const fonts = JSON.parse(readFileSync(join(TEMPLATES, 'fonts.json'), 'utf8')) as string[]
  return fonts.map((font) => {
    const installed = join(packageRoot, 'node_modules/@expo-google-fonts', font)
    return existsSync(installed) ? installed : join(packageRoot, 'dist/fonts', basename(font))
  })
}

/** What the standard asks for around a code, in modules. */
const QUIET_ZONE = 4

const codeOf = (address: string): string => {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE })
  const dark = data.flatMap((row, y) =>
    // What stands in a row without a gap is one shape.
    Array.from(
      row.map(Number).join('').matchAll(/1+/g),
      ({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  )
  const box = `0 0 ${size} ${size}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path fill="#1b2422" d="${dark.join('')}"/></svg>`
}

/** What is used here of Typst's compiler. */
interface Compiler {
  mapShadow(path: string, content: Buffer): void
  resetShadow(): void
  compile(of: { mainFilePath: string }): {
    result: object | null
    takeDiagnostics(): { shortDiagnostics: unknown } | null
  }
  pdf(compiled: object, options: { pdfStandard: 'ua-1' }): Buffer
  evictCache(mostAge: number): void
}
interface Typst {
  NodeCompiler: { create(options: { workspace: string; fontArgs: { fontPaths: string[] }[] }): Compiler }
}

/** npm installs the one that runs here; the package that would find it names machines for which there is none. */
const COMPILERS = ['gnu', 'musl'].map((libc) => `@myriaddreamin/typst-ts-node-compiler-linux-x64-${libc}`)

const loadTypst = (): Typst => {
  const require = createRequire(import.meta.url)
  const installed = COMPILERS.find((name) => existsSync(join(packageRoot, 'node_modules', name)))
  if (installed === undefined) throw new Error('There is no typesetter for this kind of machine.')
  return require(installed) as Typst
}

const openCompiler = async (): Promise<Compiler> =>
  loadTypst().NodeCompiler.create({ workspace: TEMPLATES, fontArgs: [{ fontPaths: fontFiles() }] })

const PICTURES_AT_ONCE = 2

/** What all pictures of a paper may take together, in bytes, and one of them be wide and high, in pixels. */
const PICTURES_BYTES = 8 * 1024 * 1024
const LARGEST_PICTURE = 1400
const SMALLEST_PICTURE = 200
/** Of a photograph, of which two sides are as 4 to 3. */
const BYTES_OF_A_PIXEL = 0.16 * 0.75

/** Loaded when a paper has pictures. */
const loadPictureLibrary = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
type PictureLibrary = Awaited<ReturnType<typeof loadPictureLibrary>>

/** As JPEG, which PDF has as it is; undefined for what is no picture. */
const printed = async (sharp: PictureLibrary, bytes: Buffer, pixels: number): Promise<Buffer | undefined> =>
  sharp(bytes)
    .resize({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 75 })
    .toBuffer()
    .catch(() => undefined)

/** Hands the pictures to the compiler, and answers which of them there are. */
const takePictures = async (compiler: Compiler, sizes: readonly number[], bytes: Buffer): Promise<boolean[]> => {
  if (sizes.length === 0) return []
  const sharp = await loadPictureLibrary()
  const pixels = Math.sqrt(PICTURES_BYTES / sizes.length / BYTES_OF_A_PIXEL)
  const most = Math.round(Math.min(LARGEST_PICTURE, Math.max(SMALLEST_PICTURE, pixels)))
  let from = 0
  const cut = sizes.map((size) => bytes.subarray(from, (from += size)))
  const atOnce = pLimit(PICTURES_AT_ONCE)
  const made = await Promise.all(cut.map((picture) => atOnce(() => printed(sharp, picture, most))))
  for (const [at, picture] of made.entries())
    if (picture) compiler.mapShadow(join(TEMPLATES, 'pictures', `${at}.jpg`), picture)
  return made.map((picture) => picture !== undefined)
}

const pdfOf = async (compiler: Compiler, file: Buffer, { template }: PaperJob): Promise<MadePaper> => {
  const end = file.indexOf('\n')
  const data = JSON.parse(file.toString('utf8', 0, end)) as PaperData
  const { codes } = data
  const pictures = await takePictures(compiler, data.pictures, file.subarray(end + 1))
  compiler.mapShadow(join(TEMPLATES, 'data.json'), Buffer.from(JSON.stringify({ ...data, pictures })))
  for (const [at, address] of codes.entries())
    compiler.mapShadow(join(TEMPLATES, 'codes', `${at}.svg`), Buffer.from(codeOf(address)))
  const compiled = compiler.compile({ mainFilePath: join(TEMPLATES, template) })
  const { result } = compiled
  if (!result) return { wrong: JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics) }
  return { pdf: compiler.pdf(result, { pdfStandard: 'ua-1' }) }
}

/** How many papers later what was worked out for one is forgotten: what templates have in common is used by each. */
const KEPT_FOR = 2

const make = async (compiler: Compiler, data: Buffer, job: PaperJob): Promise<MadePaper> => {
  try {
    return await pdfOf(compiler, data, job)
  } catch (error) {
    return { wrong: String(error) }
  } finally {
    compiler.resetShadow()
    compiler.evictCache(KEPT_FOR)
  }
}

/** A process of its own that sets papers, each of its data and a template of papers/. */
await workApart({ mostMemory: MOST_MEMORY, niceness: 5, load: openCompiler, make })
