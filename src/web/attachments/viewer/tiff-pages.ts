/** More than a scanner writes; a file may lead in a circle. */
const MOST_PAGES = 1000
const ENTRY = 12
/** Enough for a directory; those of scans have 20 entries. */
const DIRECTORY_BYTES = 2 + 200 * ENTRY + 4
const SUBFILE_TYPE = 254
/** A smaller version of a page, or its mask, by bits of the subfile type. */
const NO_PAGE = 0b101

/** Reads a range of a file, shorter at its end. */
type ReadRange = (start: number, length: number) => Promise<ArrayBuffer>

/** The number of pages of a TIFF, of which browsers and thumbnails show the first. Throws for a file that is none. */
export const pagesOfTIFF = async (read: ReadRange): Promise<number> => {
  const head = new DataView(await read(0, 8))
  const isLittle = head.getUint16(0) === 0x4949
  let pages = 0
  let directory = head.getUint16(2, isLittle) === 42 ? head.getUint32(4, isLittle) : 0
  for (let nth = 0; directory > 0 && nth < MOST_PAGES; nth++) {
    const view = new DataView(await read(directory, DIRECTORY_BYTES))
    const entries = view.getUint16(0, isLittle)
    const places = Array.from({ length: entries }, (_, index) => 2 + index * ENTRY)
    const kind = places.find((at) => view.getUint16(at, isLittle) === SUBFILE_TYPE)
    if (kind === undefined || (view.getUint32(kind + 8, isLittle) & NO_PAGE) === 0) pages++
    directory = view.getUint32(2 + entries * ENTRY, isLittle)
  }
  return pages
}
