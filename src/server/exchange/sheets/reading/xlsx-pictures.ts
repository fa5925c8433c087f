import { posix } from 'node:path'
import { foreign, goThrough, relationsOf, targetOf, Wrong, type Package, type Relation } from './xlsx-package.ts'

/** A picture over cells of a sheet; rows are numbered as programs number them, columns from 0. */
export interface Picture {
  row: number
  lastRow: number
  column: number
  /** Of its bytes in the package. */
  path: string
}

/** Things that are not imported, by what they are called, in the singular. */
export type Lost = Record<string, number>
export const lose = (lost: Lost, what: string, count = 1): void => {
  if (count > 0) lost[what] = (lost[what] ?? 0) + count
}

const MOST_PICTURES = 2000
const SHOWN = /\.(?:png|jpe?g|jfif|gif|webp|bmp|tiff?|heic|heif|avif)$/i

/** Cells that show pictures, as the sheet says it. */
export interface PictureCells {
  /** By the number of its metadata. */
  rich: { row: number; column: number; metadata: number }[]
  /** By the name of the picture, as WPS writes it. */
  named: { row: number; column: number; name: string }[]
}

/** The picture of a relation; counts what cannot be shown. */
const pathOf = (pack: Package, relation: Relation | undefined, lost: Lost): string | undefined => {
  if (relation?.isOutside) return void lose(lost, 'picture outside the file')
  if (!relation || !pack.has(relation.target)) return void lose(lost, 'damaged picture')
  if (SHOWN.test(relation.target)) return relation.target
  return void lose(lost, `${posix.extname(relation.target).slice(1).toUpperCase()} picture`.trim())
}

/** The pictures that lie over the cells of a sheet. */
const picturesOfDrawing = async (pack: Package, path: string, lost: Lost): Promise<Picture[]> => {
  const xml = await pack.text(path)
  if (xml === undefined) return []
  const relations = await relationsOf(pack, path)
  const pictures: Picture[] = []
  let [fallbacks, edge, digits, hasText] = [0, '', '', false]
  let places: Record<string, number> = {}
  let paths: string[] = []
  goThrough(xml, {
    open: (name, attributes) => {
      if (name === 'Fallback') fallbacks++
      if (fallbacks > 0) return
      if (/Anchor$/.test(name)) [places, paths] = [{}, []]
      else if (name === 'from' || name === 'to') edge = name
      else if (name === 'graphicFrame') lose(lost, 'chart')
      else if (name === 'sp') hasText = false
      else if (name === 'blip') {
        const id = foreign(attributes, 'embed') ?? foreign(attributes, 'link')
        const found = pathOf(pack, relations.get(id ?? ''), lost)
        if (found !== undefined) paths.push(found)
      }
      digits = ''
    },
    text: (some) => {
      digits += some
      if (/\S/.test(some)) hasText = true
    },
    close: (name) => {
      if (name === 'Fallback') fallbacks--
      else if (fallbacks > 0) return
      else if (/^(?:row|col|rowOff)$/.test(name) && edge) places[`${edge} ${name}`] = Number(digits)
      else if (name === 'from' || name === 'to') edge = ''
      else if (name === 'sp' && hasText) lose(lost, 'text box')
      else if (/Anchor$/.test(name)) {
        const { 'from row': row, 'from col': column = 0, 'to row': to = row ?? 0, 'to rowOff': offset = 1 } = places
        if (row === undefined) lose(lost, 'picture beside no item', paths.length)
        else
          pictures.push(
            ...paths.map((found) => ({
              ...{ row: row + 1, column, path: found },
              lastRow: Math.max(row, offset > 0 ? to : to - 1) + 1,
            })),
          )
      }
    },
  })
  return pictures
}

/** The texts of the elements of a name, in their order, and of their attributes. */
const elementsIn = (xml: string, wanted: string): Readonly<Record<string, string>>[] => {
  const found: Readonly<Record<string, string>>[] = []
  goThrough(xml, { open: (name, attributes) => void (name === wanted && found.push(attributes)) })
  return found
}

/** The pictures of a workbook that are values of cells. */
export interface CellPictures {
  ofMetadata: (metadata: number) => Relation | undefined
  ofName: (name: string) => Relation | undefined
}

/** [MS-XLSX] 2.2.4.2: cell, value metadata, future metadata, rich value, relation. */
const richPictures = async (pack: Package, relations: ReadonlyMap<string, Relation>) => {
  const text = async (type: string) => (await pack.text(targetOf(relations, type) ?? '')) ?? ''
  const metadata = await text('sheetMetadata')
  const values: { structure: number; values: string[] }[] = []
  let value = ''
  goThrough(await text('rdRichValue'), {
    open: (name, { s = '0' }) => {
      if (name === 'rv') values.push({ structure: Number(s), values: [] })
      value = ''
    },
    text: (some) => (value += some),
    close: (name) => void (name === 'v' && values.at(-1)?.values.push(value)),
  })
  const keys: string[][] = []
  goThrough(await text('rdRichValueStructure'), {
    open: (name, { n = '' }) => {
      if (name === 's') keys.push([])
      else if (name === 'k') keys.at(-1)?.push(n)
    },
  })
  const relPath = targetOf(relations, 'richValueRel') ?? ''
  const targets = relPath === '' ? new Map<string, Relation>() : await relationsOf(pack, relPath)
  const ids = elementsIn(await text('richValueRel'), 'rel').map((attributes) => foreign(attributes, 'id') ?? '')
  const [blocks, records] = [elementsIn(metadata, 'rvb'), elementsIn(metadata, 'rc')]
  return (number: number): Relation | undefined => {
    const { structure = 0, values: own = [] } = values[Number(blocks[Number(records[number - 1]?.['v'])]?.['i'])] ?? {}
    const at = keys[structure]?.indexOf('_rvRel:LocalImageIdentifier') ?? 0
    return targets.get(ids[Number(own[at])] ?? '')
  }
}

const namedPictures = async (pack: Package, relations: ReadonlyMap<string, Relation>) => {
  const path = targetOf(relations, 'cellImage')
  const byName = new Map<string, Relation | undefined>()
  if (path === undefined) return byName
  const targets = await relationsOf(pack, path)
  let last = ''
  goThrough((await pack.text(path)) ?? '', {
    open: (name, attributes) => {
      if (name === 'cNvPr') last = attributes['name'] ?? ''
      else if (name === 'blip') byName.set(last, targets.get(foreign(attributes, 'embed') ?? ''))
    },
  })
  return byName
}

export const cellPicturesOf = async (
  pack: Package,
  relations: ReadonlyMap<string, Relation>,
): Promise<CellPictures> => {
  const [ofMetadata, named] = [await richPictures(pack, relations), await namedPictures(pack, relations)]
  return { ofMetadata, ofName: (name) => named.get(name) }
}

/** All pictures of a sheet, and in `lost` what else it has beside its cells. */
export const picturesOf = async (
  pack: Package,
  relations: ReadonlyMap<string, Relation>,
  { rich, named }: PictureCells,
  { ofMetadata, ofName }: CellPictures,
  lost: Lost,
): Promise<Picture[]> => {
  const pictures: Picture[] = []
  for (const { type, target, isOutside } of relations.values()) {
    if (isOutside) continue
    if (type === 'drawing') pictures.push(...(await picturesOfDrawing(pack, target, lost)))
    if (type === 'comments') lose(lost, 'comment', elementsIn((await pack.text(target)) ?? '', 'comment').length)
  }
  const inCell = (cell: { row: number; column: number }, relation: Relation | undefined) => {
    const path = pathOf(pack, relation, lost)
    if (path !== undefined) pictures.push({ row: cell.row, lastRow: cell.row, column: cell.column, path })
  }
  for (const cell of rich) {
    const relation = ofMetadata(cell.metadata)
    if (relation) inCell(cell, relation)
    else lose(lost, 'linked data type')
  }
  for (const cell of named) inCell(cell, ofName(cell.name))
  if (pictures.length > MOST_PICTURES)
    throw new Wrong(`This has more than ${MOST_PICTURES.toLocaleString('en')} pictures, the limit for one import.`)
  return pictures
}
