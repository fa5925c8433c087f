import { randomBytes } from 'node:crypto'

interface Look {
  /** Incompressible bytes, spread between the pages as scanners write them. */
  bytesPerPage?: number
  mediaBox?: string
  /** An unknown password. */
  locked?: boolean
  /** The text on a page, in ASCII, by line. */
  lines?: (page: number) => readonly string[]
  /** Files inside, by name. */
  embedded?: Readonly<Record<string, string>>
}

const escaped = (line: string): string => line.replace(/[\\()]/g, '\\$&')

/** A PDF whose pages have their numbers as text by default. */
export const pdfOf = (
  pages: number,
  {
    bytesPerPage = 0,
    mediaBox = '0 0 612 792',
    locked = false,
    lines = (page) => [`Page ${page}`],
    embedded = {},
  }: Look = {},
): Buffer => {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const catalog = add('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = Array.from({ length: pages }, (_, at) => 4 + at * 2)
  add(`<< /Type /Pages /Count ${pages} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let page = 1; page <= pages; page++) {
    const weight = randomBytes(Math.ceil((bytesPerPage * 3) / 4)).toString('base64')
    const shown = lines(page).map((line) => `(${escaped(line)}) Tj 0 -50 Td`)
    const text = `BT /F1 48 Tf 72 700 Td ${shown.join(' ')} ET %${weight}`
    add(
      '<< /Type /Page /Parent 2 0 R /MediaBox ' +
        `[${mediaBox}] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R >>`,
    )
    add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
  }
  const names = Object.entries(embedded).map(([name, content]) => {
    const file = add(`<< /Type /EmbeddedFile /Length ${content.length} >>\nstream\n${content}\nendstream`)
    return `(${name}) ${add(`<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${file} 0 R >> >>`)} 0 R`
  })
  if (names.length > 0)
    objects[catalog - 1] =
      `<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [${names.join(' ')}] >> >> >>`
  const key = '00'.repeat(32)
  const lock = locked ? add(`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >>`) : undefined
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = file.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /ID [<00> <00>]${lock ? ` /Encrypt ${lock} 0 R` : ''} >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
