/** A small PDF whose pages say which page they are. */
export const pdfOf = (pages: number): Buffer => {
  const objects: string[] = []
  const add = (body: string): number => objects.push(body)
  const catalog = add('<< /Type /Catalog /Pages 2 0 R >>')
  const kids = Array.from({ length: pages }, (_, at) => 4 + at * 2)
  add(`<< /Type /Pages /Count ${pages} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let page = 1; page <= pages; page++) {
    const text = `BT /F1 48 Tf 72 700 Td (Page ${page}) Tj ET`
    add(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ' +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length + 2} 0 R >>`,
    )
    add(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
  }
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, at) => {
    const offset = file.length
    file += `${at + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = file.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
