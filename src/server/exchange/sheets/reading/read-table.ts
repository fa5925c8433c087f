import { MOST_COLUMNS } from '../../../../shared/exchange/sheets.api.ts'
import type { TextEncoding } from '../../../../shared/exchange/text-encodings.ts'
import { saysByItself } from '../import/titles.ts'
import { tableOfFile, TooManyColumns, type FileTable } from './file-table.ts'
import { readSheetFile, type SheetPictures } from './read-sheet-file.ts'
import type { HowToRead } from './table-of-sheet.ts'

/** Input of a sheet reader besides the bytes. */
export interface SheetJob extends HowToRead {
  sheets?: readonly string[] | undefined
  encoding?: TextEncoding | undefined
  /** The bytes of its pictures too. */
  pictures?: boolean
}

/** The table in a file, or what is wrong with it, as a sentence. */
export type TableOfFile =
  | { wrong: string }
  | { table: FileTable; encoding: TextEncoding | null; pictures: SheetPictures }

export const readTable = async (
  file: Buffer,
  { encoding: chosen, pictures, ...how }: SheetJob,
): Promise<TableOfFile> => {
  const read = await readSheetFile(file, chosen, pictures)
  if ('wrong' in read) return read
  try {
    return { table: tableOfFile(read.sheets, how, saysByItself), encoding: read.encoding, pictures: read.pictures }
  } catch (error) {
    if (!(error instanceof TooManyColumns)) throw error
    return { wrong: `These sheets have more than ${MOST_COLUMNS} columns together. Choose fewer of them.` }
  }
}
