/**
 * Makes the two fonts of src/web/fonts from the packages they come in: Latin with the signs that people write beside
 * measures, and only the weights and sizes that the design uses. Run it with `npx tsx scripts/make-fonts.ts`.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

interface Font {
  name: string
  source: string
  axes: Record<string, { min: number; max: number }>
}

const FONTS: readonly Font[] = [
  {
    name: 'newsreader',
    source: 'newsreader/files/newsreader-latin-opsz-normal.woff2',
    axes: { wght: { min: 480, max: 500 }, opsz: { min: 18, max: 72 } },
  },
  {
    name: 'atkinson-hyperlegible-next',
    source: 'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
  },
]

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step)).join('')

/** ASCII, Latin-1, and the dashes, quotes, primes and signs. The packages' Latin has no arrows and no eighths. */
const CHARACTERS = [
  range(0x20, 0x7e),
  range(0xa0, 0xff),
  'ıŒœŠšŸŽžˆ˚˜',
  range(0x2010, 0x2027),
  '\u202f′″‹›⁄€™−∕\ufffd',
].join('')

const modules = new URL('../node_modules/@fontsource-variable/', import.meta.url)
const target = new URL('../src/web/fonts/', import.meta.url)

await mkdir(target, { recursive: true })
for (const { name, source, axes } of FONTS) {
  const whole = await readFile(new URL(source, modules))
  const part = await subsetFont(whole, CHARACTERS, { targetFormat: 'woff2', variationAxes: axes })
  await writeFile(new URL(`${name}.woff2`, target), part)
  await copyFile(new URL(`${name}/LICENSE`, modules), new URL(`${name}.OFL.txt`, target))
  console.log(`${name}.woff2: ${Math.round(part.length / 1024)} KB of ${Math.round(whole.length / 1024)} KB`)
}
