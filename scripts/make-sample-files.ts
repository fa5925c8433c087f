/**
 * Makes the files of the sample project anew, from sample-project/source to sample-project/files:
 *
 *   npx tsx scripts/make-sample-files.ts            all of them; a photograph takes one to four minutes
 *   npx tsx scripts/make-sample-files.ts guide gif  those whose names contain one of the words
 *
 * Documents and drawings are pages of HTML; photographs are scenes that Chromium's WebGL computes (see
 * source/pictures/light.glsl), on the processor, so that the result does not depend on a graphics card.
 * Needs Chromium (CHROMIUM_PATH, or /usr/bin/chromium) and, for the GIF, ImageMagick's `convert`.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import subsetFont from 'subset-font'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SOURCE = join(ROOT, 'sample-project/source')
const FILES = join(ROOT, 'sample-project/files')

const DOCUMENTS: Record<string, string> = {
  'castellan-7120-installation-and-care-guide.pdf': 'faucet-guide.html',
  'brennholt-bdw-624-manual.pdf': 'dishwasher-manual.html',
  'brennholt-warranty-certificate.pdf': 'warranty-certificate.html',
  'harrow-and-vale-interior-data-sheet.pdf': 'paint-data-sheet.html',
  'Hatch & Sons appliance receipt.pdf': 'appliance-receipt.html',
  'medina-zellij-cut-sheet.pdf': 'tile-cut-sheet.html',
  'lindqvist-cabinet-drawings.pdf': 'cabinet-drawings.html',
  'porch-permit-2026-0148.pdf': 'porch-permit.html',
}

const DRAWINGS: Record<string, { page: string; width: number; height: number }> = {
  'kitchen-range-wall-elevation.png': { page: 'kitchen-elevation.html', width: 1500, height: 1000 },
}

const PHOTOGRAPHS: Record<string, { scene: string; exposure: number; label?: { width: number; height: number } }> = {
  'faucet-installed.jpg': { scene: 'faucet', exposure: 1.05 },
  'zellij-going-up.jpg': { scene: 'tiles', exposure: 1, label: { width: 720, height: 500 } },
  'slab-2217-b-at-the-yard.jpg': { scene: 'slab', exposure: 1.1, label: { width: 840, height: 560 } },
  'paint-can-dry-sage.jpg': { scene: 'paint-can', exposure: 0.9, label: { width: 2100, height: 1184 } },
  'dishwasher-rating-plate.jpg': { scene: 'rating-plate', exposure: 1, label: { width: 1620, height: 990 } },
}
const PHOTOGRAPH = { width: 1280, height: 853 }
const JPEG_QUALITY = 80

/** Frames of a page that has `show(frame)`; each stays for `hundredths` of a second. */
const ANIMATIONS: Record<string, { page: string; width: number; height: number; frames: number; hundredths: number }> =
  {
    'three-way-switch-wiring.gif': { page: 'wiring.html', width: 880, height: 560, frames: 4, hundredths: 180 },
  }

const HARDWARE = [
  ['Base, sink wall', 'Alder Bar Pull TF-5128', '5 in', 8, 0],
  ['Base, range wall', 'Alder Bar Pull TF-5128', '5 in', 6, 0],
  ['Island, two on each drawer', 'Alder Bar Pull TF-5128', '5 in', 12, 0],
  ['Pantry, lower doors', 'Alder Bar Pull TF-5128', '5 in', 2, 0],
  ['Uppers, sink wall', 'Alder Knob TF-0032', '1 1/4 in', 0, 6],
  ['Uppers, range wall', 'Alder Knob TF-0032', '1 1/4 in', 0, 4],
  ['Over the refrigerator', 'Alder Knob TF-0032', '1 1/4 in', 0, 2],
  ['Pantry, upper doors', 'Alder Knob TF-0032', '1 1/4 in', 0, 2],
] as const
const sum = (column: 3 | 4): number => HARDWARE.reduce((total, row) => total + row[column], 0)

const TEXTS: Record<string, string> = {
  'cabinet-hardware-count.csv': [
    ['Where', 'Model', 'Size (center to center)', 'Pulls', 'Knobs'],
    ...HARDWARE,
    ['Total', '', '', sum(3), sum(4)],
  ]
    .map((row) => `${row.map((cell) => (String(cell).includes(',') ? `"${cell}"` : cell)).join(',')}\r\n`)
    .join(''),
  "Ruth's leftover paint.txt": `Leftover paint, basement shelf, checked Apr 4, 2026

Dry Sage HV-6102, eggshell       3/4 gallon   kitchen
Harbor Slate HV-6204, eggshell   1 quart      pantry alcove
Gesso HV-1002, flat              1 gallon     every ceiling but the bathrooms
Morning Frost HV-5008, satin     1/2 gallon   primary bathroom
Driftwood HV-3310, matte         1/3 gallon   bedroom
Buttermilk HV-2041, matte        1/2 gallon   living room
Signal Barn HV-4407, gloss       1/2 quart    front door

Stir well, then strain: the Buttermilk has skinned over once.
Lids are marked with the room. The tin without a lid label is primer.
`,
}

const LATIN = [
  ...Array.from({ length: 0x5f }, (_, at) => String.fromCodePoint(0x20 + at)),
  ...Array.from({ length: 0x60 }, (_, at) => String.fromCodePoint(0xa0 + at)),
  ...'–—‘’“”•…⁄−™',
].join('')

/** The product's two typefaces at fixed weights: a PDF would carry the variable ones as drawings of every letter. */
const fontFaces = async (): Promise<string> => {
  const newsreader = 'newsreader/files/newsreader-latin-opsz'
  const atkinson = 'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght'
  const faces = [
    { family: 'Newsreader', file: `${newsreader}-normal`, style: 'normal', axes: { wght: 500, opsz: 36 } },
    { family: 'Newsreader', file: `${newsreader}-italic`, style: 'italic', axes: { wght: 500, opsz: 24 } },
    { family: 'Atkinson', file: `${atkinson}-normal`, style: 'normal', axes: { wght: 400 } },
    { family: 'Atkinson', file: `${atkinson}-normal`, style: 'normal', axes: { wght: 650 } },
  ]
  const rules = faces.map(async ({ family, file, style, axes }) => {
    const whole = await readFile(join(ROOT, 'node_modules/@fontsource-variable', `${file}.woff2`))
    const variationAxes = Object.fromEntries(Object.entries(axes).map(([axis, at]) => [axis, { min: at, max: at }]))
    const font = await subsetFont(whole, LATIN, { targetFormat: 'woff2', variationAxes })
    const address = `data:font/woff2;base64,${font.toString('base64')}`
    return `@font-face { font-family: ${family}; font-weight: ${axes.wght}; font-style: ${style}; src: url(${address}) }`
  })
  return (await Promise.all(rules)).join('\n')
}

const faces = await fontFaces()

const open = async (page: Page, file: string): Promise<void> => {
  await page.goto(pathToFileURL(join(SOURCE, file)).href)
  await page.addStyleTag({ content: faces })
  await page.evaluate(() => document.fonts.ready)
}

/** What Chromium notes about itself and the hour gives way to text of the same length, so that offsets stay right. */
const withoutTraces = (pdf: Buffer): Buffer =>
  Buffer.from(
    pdf
      .toString('latin1')
      .replace(/\/Creator \((.*?[^\\])\)\n/, (all) => `/Creator (Roomfolio sample project)\n`.padEnd(all.length))
      .replace(/\/(Creation|Mod)Date \(D:\d{14}/g, '/$1Date (D:20260401090000'),
    'latin1',
  )

const makeDocument = async (page: Page, source: string): Promise<Buffer> => {
  await open(page, `documents/${source}`)
  const wanted = await page.locator('.page').count()
  const pdf = withoutTraces(await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false }))
  const text = pdf.toString('latin1')
  const pages = text.match(/\/Type \/Page\n/g)?.length ?? 0
  if (pages !== wanted) throw new Error(`${source}: ${wanted} pages are planned, ${pages} were printed.`)
  const foreign = text.match(/\/BaseFont \/[A-Z]{6}\+(?!Newsreader|Atkinson)\S+/)
  if (foreign) throw new Error(`${source}: a letter is missing from the two typefaces, ${foreign[0]} stands in.`)
  return pdf
}

const makeDrawing = async (page: Page, drawing: { page: string; width: number; height: number }): Promise<Buffer> => {
  await page.setViewportSize(drawing)
  await open(page, `documents/${drawing.page}`)
  return page.screenshot({ type: 'png' })
}

const makePhotograph = async (page: Page, photograph: (typeof PHOTOGRAPHS)[string]): Promise<Buffer> => {
  let label: string | undefined
  if (photograph.label) {
    await page.setViewportSize(photograph.label)
    await open(page, `pictures/${photograph.scene}-label.html`)
    label = `data:image/png;base64,${(await page.screenshot({ omitBackground: true })).toString('base64')}`
  }
  const glsl = (name: string): Promise<string> => readFile(join(SOURCE, 'pictures', `${name}.glsl`), 'utf8')
  const picture = {
    scene: (await glsl('scene')) + (await glsl(photograph.scene)) + (await glsl('light')),
    develop: await glsl('develop'),
    exposure: photograph.exposure,
    label,
    ...PHOTOGRAPH,
  }
  await page.setViewportSize(PHOTOGRAPH)
  await open(page, 'pictures/camera.html')
  await page.evaluate(`take(${JSON.stringify(picture)})`)
  return page.screenshot({ type: 'jpeg', quality: JPEG_QUALITY })
}

const makeAnimation = async (page: Page, animation: (typeof ANIMATIONS)[string]): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'frames-'))
  await page.setViewportSize(animation)
  await open(page, `documents/${animation.page}`)
  const frames: string[] = []
  for (let frame = 0; frame < animation.frames; frame++) {
    await page.evaluate(`show(${frame})`)
    const path = join(folder, `${frame}.png`)
    await page.screenshot({ path })
    frames.push(path)
  }
  const gif = join(folder, 'all.gif')
  const look = ['-delay', String(animation.hundredths), '-loop', '0', '-dispose', 'none']
  execFileSync('convert', [...look, ...frames, '+dither', '-colors', '48', '-layers', 'Optimize', gif])
  const bytes = await readFile(gif)
  await rm(folder, { recursive: true })
  return bytes
}

const wanted = process.argv.slice(2)
const isWanted = ([name]: [string, unknown]): boolean => !wanted.length || wanted.some((word) => name.includes(word))

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})
const page = await browser.newPage()
page.setDefaultTimeout(0)
const keep = async (name: string, bytes: Buffer | string): Promise<void> => {
  await writeFile(join(FILES, name), bytes)
  console.log(`${name}  ${Math.ceil(Buffer.byteLength(bytes) / 1024)} KB`)
}
for (const [name, text] of Object.entries(TEXTS).filter(isWanted)) await keep(name, text)
for (const [name, source] of Object.entries(DOCUMENTS).filter(isWanted))
  await keep(name, await makeDocument(page, source))
for (const [name, drawing] of Object.entries(DRAWINGS).filter(isWanted))
  await keep(name, await makeDrawing(page, drawing))
for (const [name, animation] of Object.entries(ANIMATIONS).filter(isWanted))
  await keep(name, await makeAnimation(page, animation))
for (const [name, photograph] of Object.entries(PHOTOGRAPHS).filter(isWanted))
  await keep(name, await makePhotograph(page, photograph))
await browser.close()
