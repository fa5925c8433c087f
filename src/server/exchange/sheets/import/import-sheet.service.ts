import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { nameKey } from '../../../../shared/contract/name-key.ts'
import { compareNames, compareOtherLast } from '../../../../shared/contract/order.ts'
import {
  MOST_ROWS,
  MOST_SHEET_BYTES,
  type Matching,
  type SheetToMatch,
} from '../../../../shared/exchange/sheets.api.ts'
import type { TextEncoding } from '../../../../shared/exchange/text-encodings.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Actor } from '../../../platform/db/actor.ts'
import type { Database } from '../../../platform/db/database.ts'
import { readChecked } from '../../../platform/storage/checked-bytes.ts'
import type { Failure } from '../../../platform/workers/worker-process.ts'
import { faultOf } from '../../../platform/storage/stores/store-errors.ts'
import { forEachFile } from '../../../platform/storage/for-each-file.ts'
import { discardStored } from '../../../platform/storage/remove-bytes.service.ts'
import { storeBytes } from '../../../platform/storage/store-bytes.service.ts'
import { FaultyBytes } from '../../../platform/storage/store.ts'
import type { StoredFile } from '../../../attachments/uploads.repo.ts'
import { VALUES_PAPER } from '../../../items/values-paper.ts'
import type { Services } from '../../../services.ts'
import type { Structure } from '../../../structure/structure-model.ts'
import { filledColumns, type FileTable, type TableRow } from '../reading/file-table.ts'
import type { SheetPictures } from '../reading/read-sheet-file.ts'
import { findSheetFile, importTable, planNow, readToMatch, type ImportedSheet } from './import-sheet.repo.ts'
import { withoutProgram } from './programs.ts'
import { numbersOfItems, proposeColumns, valuesByColumn } from './propose-columns.ts'

type SheetRequest = Pick<Matching, 'projectID' | 'remote' | 'sheets' | 'encoding' | 'hiddenRows'> &
  Pick<Matching, 'titleRows' | 'headings' | 'cells' | 'leftOut'> & { columns?: Matching['columns'] }

const wrongFile = (sentence: string, cause?: unknown) =>
  new AppError('invalid_input', { sentence, fields: { remote: sentence } }, { cause })

const SENTENCES: Readonly<Record<Exclude<Failure, 'no library'>, string>> = {
  unreadable: 'This file can’t be read as a spreadsheet.',
  died: 'This file can’t be read as a spreadsheet.',
  'too slow': 'This file takes too long to read. Remove anything you don’t need and try again.',
  'too large': 'This file is too large to read. Remove anything you don’t need and try again.',
}

const refuse = (field: 'columns' | 'cells', sentence: string) =>
  new AppError('invalid_input', { fields: { [field]: sentence } })

/** The table with cells as they were corrected, without rows that are left out. Throws `invalid_input` for a cell that it lacks. */
const edited = (
  table: FileTable,
  { hiddenRows = false, cells = [], leftOut = [], columns = [] }: SheetRequest,
): FileTable => {
  const placeOf = (sheet: string, row: number) => `${row} ${sheet}`
  const byPlace = new Map(table.rows.map((row) => [placeOf(table.sheets[row.sheet]?.name ?? '', row.row), row]))
  const corrected = new Map<TableRow, string[]>()
  for (const { sheet, row: number, column, value } of cells) {
    const [row, at] = [byPlace.get(placeOf(sheet, number)), table.titles.indexOf(column)]
    if (!row || at < 0) throw refuse('cells', `The table has no cell ${column} in row ${number}.`)
    const own = corrected.get(row) ?? table.titles.map((_, place) => row.cells[place] ?? '')
    corrected.set(row, own.with(at, value))
  }
  const out = new Set(leftOut.map(({ sheet, row }) => byPlace.get(placeOf(sheet, row))))
  const takesHidden = hiddenRows || table.rows.every(({ isHidden }) => isHidden)
  const isTaken = table.rows.map((row) => !out.has(row) && (takesHidden || !row.isHidden))
  const rows = table.rows.map((row) => ({ ...row, cells: corrected.get(row) ?? row.cells }))
  const whole = filledColumns(
    { ...table, rows },
    columns.map(({ fillDown = false }) => fillDown),
  )
  return { ...whole, rows: whole.rows.filter((_, at) => isTaken[at]) }
}

/**
 * The table in an upload, read in a process apart. Throws `invalid_input` with what is wrong with the file, and the reason of
 * `signal`, which lets that process go.
 */
const readTable = async (
  { db, clock, store, sheets }: Services,
  actor: Actor,
  wanted: SheetRequest,
  signal: AbortSignal,
  withPictures = false,
): Promise<{ name: string; encoding: TextEncoding | null; table: FileTable; pictures: SheetPictures }> => {
  const file = await findSheetFile(db, clock, actor, wanted)
  const { encoding, sheets: only, titleRows, headings } = wanted
  if (file.size > MOST_SHEET_BYTES)
    throw wrongFile(
      `A spreadsheet can be up to ${MOST_SHEET_BYTES / 1024 / 1024} MB. Remove anything you don’t need and try again.`,
    )
  try {
    const outcome = await sheets.make(
      { whose: actor.userID, encoding, sheets: only, titleRows, headings, pictures: withPictures },
      () => readChecked(store, file),
      async (made) => made,
      signal,
    )
    if (!outcome || ('failed' in outcome && outcome.failed === 'no library'))
      throw new Error('The library that reads spreadsheets cannot be loaded.')
    if ('failed' in outcome) throw wrongFile(SENTENCES[outcome.failed as keyof typeof SENTENCES], outcome.failed)
    if ('wrong' in outcome.made) throw wrongFile(outcome.made.wrong)
    const { encoding: found, pictures } = outcome.made
    const table = edited(withoutProgram(outcome.made.table), wanted)
    if (table.rows.length === 0) throw wrongFile('This spreadsheet has no rows.')
    if (table.rows.length > MOST_ROWS)
      throw wrongFile(`This has more than ${MOST_ROWS.toLocaleString('en')} rows, the limit for one import.`)
    return { name: file.name, encoding: found, table, pictures }
  } catch (error) {
    if (error instanceof FaultyBytes) throw faultOf(error)
    throw error
  }
}

/** What a matching says for one column is for the columns that the table has, each thing but notes once. */
const checkMatching = ({ titles }: FileTable, { columns }: Matching): void => {
  if (columns.length !== titles.length) throw refuse('columns', `The table has ${titles.length} columns.`)
  const seen = new Set<string>()
  for (const { is, name = '' } of columns) {
    if (is === 'label' && name === '') throw refuse('columns', 'A label needs its name.')
    if (is === 'field' && !/^[1-6]$/.test(name)) throw refuse('columns', 'A field is 1 to 6.')
    const key = is === 'label' ? `label ${nameKey(name)}` : is === 'field' ? `field ${name}` : is
    if (seen.has(key)) throw refuse('columns', 'Two columns can’t be the same field.')
    if (is !== 'ignore' && is !== 'notes') seen.add(key)
  }
}

const SHOWN_VALUES = 3
const SHOWN_CHARACTERS = 80

const firstOf = (values: Iterable<string>): string[] => {
  const first: string[] = []
  for (const value of values) {
    first.push(value.slice(0, SHOWN_CHARACTERS).toWellFormed())
    if (first.length === SHOWN_VALUES) break
  }
  return first
}

const kindsOf = (structure: Structure): SheetToMatch['kinds'] => {
  const kinds = new Map<string, SheetToMatch['kinds'][number]>()
  for (const { catID, subcatID } of structure.places())
    if (subcatID !== null)
      kinds.set(`${catID} ${subcatID}`, {
        catID,
        category: structure.nameOf('categories', catID),
        subcatID,
        subcategory: structure.nameOf('subcategories', subcatID),
      })
  return [...kinds.values()].sort(
    (one, other) =>
      compareOtherLast(one.category, other.category) || compareOtherLast(one.subcategory, other.subcategory),
  )
}

/** What a table is to be matched with. */
export const sheetToMatch = async (
  services: Services,
  actor: Actor,
  wanted: SheetRequest,
  signal: AbortSignal,
): Promise<SheetToMatch> => {
  const { name, encoding, table } = await readTable(services, actor, wanted, signal)
  const columns = valuesByColumn(table)
  const numbers = numbersOfItems(table, columns)
  const { structure, rooms, items } = await readToMatch(services.db, actor, wanted.projectID, numbers)
  const labels = new Map([...structure.names('labels').values()].map((label) => [nameKey(label), label]))
  const keysOf = (names: Iterable<string>) => new Set([...names].map(nameKey))
  const proposed = proposeColumns(table, columns, {
    labels,
    categories: keysOf(structure.names('categories').values()),
    subcategories: keysOf(structure.names('subcategories').values()),
    rooms: keysOf([...rooms.map((room) => room.name), ...structure.names('room_types').values()]),
    isOurs: items.size > 0,
  })
  const isPlace = (at: number) => ['room', 'category', 'subcategory'].includes(proposed[at]?.is ?? '')
  const isFilled = (row: number, at: number) => (table.rows[row]?.cells[at] ?? '').trim() !== ''
  const gaps = table.titles.map((_, at) => table.rows.some((_row, row) => row > 0 && !isFilled(row, at)))
  const hasGaps = gaps.some((has, at) => has && isPlace(at))
  return {
    name,
    program: table.program ?? null,
    encoding,
    sheets: table.sheets,
    unread: table.unread,
    notices: table.notices,
    titleRows: table.titleRows,
    headings: table.headingRows,
    columns: table.titles.map((title, at) => ({
      title,
      values: firstOf(columns[at] ?? []),
      hasGaps: gaps[at] === true && isFilled(0, at),
      hasPictures: table.withPictures.has(title),
      ...(proposed[at] ?? { is: 'ignore' }),
    })),
    rows: table.rows.length,
    hasGaps,
    labels: [...labels.values()].sort(compareNames),
    rooms: rooms
      .map(({ roomID, name: room }) => ({ ID: roomID, name: room }))
      .sort((a, b) => compareNames(a.name, b.name)),
    roomTypes: [...structure.names('room_types')]
      .map(([ID, type]) => ({ ID, name: type }))
      .sort((a, b) => compareOtherLast(a.name, b.name)),
    kinds: kindsOf(structure),
  }
}

/** What the import would do now. */
export const checkTable = async (services: Services, actor: Actor, matching: Matching, signal: AbortSignal) => {
  const { table } = await readTable(services, actor, matching, signal)
  checkMatching(table, matching)
  return (await planNow(services.db, actor, table, matching, signal)).check
}

interface Import {
  matching: Matching
  fingerprint?: string | undefined
  /** Does the work in the database and gives the answer, or the first answer to the same. */
  inDatabase: <T extends object>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Aborted when the caller has gone: then nothing is imported. */
  signal: AbortSignal
}

/** Puts the texts of files into the store. They are nobody's until an import attaches them. */
const storeOverflow = async (services: Services, texts: ReadonlySet<string>, signal: AbortSignal) => {
  const overflowFiles = new Map<string, StoredFile>()
  await forEachFile([...texts], async (text) => {
    signal.throwIfAborted()
    const stored = await storeBytes(services, Readable.from([Buffer.from(text)]))
    overflowFiles.set(text, { originalName: VALUES_PAPER, ...stored })
  })
  return overflowFiles
}

/** The same with the pictures of new items. */
const storePictures = async (
  services: Services,
  paths: ReadonlySet<string>,
  pictures: SheetPictures,
  signal: AbortSignal,
) => {
  const { maxFileBytes } = services.config
  const files = new Map<string, StoredFile>()
  await forEachFile([...paths], async (path) => {
    signal.throwIfAborted()
    const bytes = Buffer.from(pictures.get(path) ?? [])
    if (bytes.length > maxFileBytes)
      throw wrongFile(`A picture in this file is over ${maxFileBytes / 1024 / 1024} MB, the limit for files.`)
    const stored = await storeBytes(services, Readable.from([bytes]))
    files.set(path, { originalName: `Picture${extname(path).toLowerCase()}`, ...stored })
  })
  return files
}

export const importSheetFile = async (
  services: Services,
  actor: Actor,
  { matching, fingerprint, inDatabase, signal }: Import,
) => {
  const { db, clock } = services
  const { name, table, pictures } = await readTable(services, actor, matching, signal, true)
  checkMatching(table, matching)
  const { creates } = await planNow(db, actor, table, matching, signal)
  const overflowFiles = await storeOverflow(
    services,
    new Set(creates.flatMap(({ overflow }) => overflow ?? [])),
    signal,
  )
  const wanted = new Set(creates.flatMap((item) => item.pictures))
  const pictureFiles = await storePictures(services, wanted, pictures, signal)
  const keys = [...overflowFiles.values(), ...pictureFiles.values()].map(({ storageKey }) => storageKey)
  let superfluous = keys
  try {
    const answer = await inDatabase(async (trx) => {
      const files = { overflowFiles, pictureFiles }
      const how = { table, name, matching, fingerprint, ...files, limits: services.config, signal }
      const { superfluous: left, ...done } = await importTable(trx, clock, actor, how)
      superfluous = left
      return { ...done, message: inWords(done) }
    })
    await discardStored(services, superfluous)
    return answer
  } catch (error) {
    // A problem of ours has undone it all. After any other error it may still have been committed: the sweep knows.
    if (error instanceof AppError) await discardStored(services, keys)
    throw error
  }
}

/**
 * Has an import under the same key come to nothing, whether it is under way, is still to come or never was; answers what it did
 * where that is done. Throws `not_found` and `file_not_found`.
 */
export const cancelImport = async (
  { db, clock }: Services,
  actor: Actor,
  { matching, inDatabase }: Pick<Import, 'matching' | 'inDatabase'>,
) => {
  await findSheetFile(db, clock, actor, matching)
  const nothing = {
    created: 0,
    changed: 0,
    same: 0,
    rooms: 0,
    pictures: 0,
    eventID: null,
    message: 'Nothing was imported',
  }
  return inDatabase(async () => nothing)
}

const itemsInWords = (count: number) => (count === 1 ? '1 item' : `${count} items`)

const inWords = ({ created, changed, pictures }: ImportedSheet): string => {
  if (created + changed === 0) return 'Everything already matches the spreadsheet'
  if (created === 0) return `Changed ${itemsInWords(changed)}`
  const shown = pictures === 0 ? '' : ` with ${pictures === 1 ? '1 picture' : `${pictures} pictures`}`
  return `Imported ${itemsInWords(created)}${shown}${changed === 0 ? '' : ` and changed ${itemsInWords(changed)}`}`
}
