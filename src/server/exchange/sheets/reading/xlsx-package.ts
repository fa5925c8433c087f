import { Parser } from 'htmlparser2'
import { buffer } from 'node:stream/consumers'
import { posix } from 'node:path'
import { fromBufferPromise, type Entry } from 'yauzl'
import { MOST_COLUMNS, MOST_ROWS } from '../../../../shared/exchange/sheets.api.ts'

/** What is wrong with a file, as a sentence. */
export class Wrong extends Error {}

/** All tables of one file, unpacked, in bytes. */
const MOST_UNPACKED = 16 * 1024 * 1024
/** Its pictures, in bytes: they are hardly smaller when packed, and a file is no larger than this. */
const MOST_UNPACKED_PICTURES = 64 * 1024 * 1024
const MOST_ENTRIES = 2000
/** No program nests elements this deep; the parser's time grows with the square of the depth. */
const MOST_DEEP = 256

export const tooManyColumns = () => new Wrong(`This has more than ${MOST_COLUMNS} columns, the limit.`)
export const tooManyRows = () =>
  new Wrong(`This has more than ${MOST_ROWS.toLocaleString('en')} rows, the limit for one import.`)

export const NO_TABLE = 'This isn’t a spreadsheet. Save it as XLSX or CSV and upload that file.'
export const LOCKED =
  'This spreadsheet is in an old format or has a password. Save it as XLSX without a password and upload that file.'
const notWhole = () => new Wrong('This file is incomplete or damaged.')
export const unreadable = () =>
  new Wrong('This spreadsheet can’t be read. Open it, save it as XLSX again, and upload that file.')

/** The parts of a package by their paths, ignoring case and kind of slash. */
export interface Package {
  text: (path: string) => Promise<string | undefined>
  picture: (path: string) => Promise<Buffer | undefined>
  has: (path: string) => boolean
}

const partKey = (path: string): string => posix.join('/', path.replaceAll('\\', '/')).toLowerCase()

export const openPackage = async (file: Buffer): Promise<Package> => {
  const zip = await fromBufferPromise(file).catch(() => {
    throw notWhole()
  })
  const entries = new Map<string, Entry>()
  const tooLarge = (most = MOST_UNPACKED) =>
    new Wrong(`This file is too large (over ${most / 1024 / 1024} MB unzipped). Remove anything you don’t need.`)
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.canDecodeFileData()) throw new Wrong(LOCKED)
      if (/vbaProject\.bin$/i.test(entry.fileName))
        throw new Wrong('This spreadsheet contains macros. Save it as a regular XLSX file and upload that one.')
      entries.set(partKey(entry.fileName), entry)
      if (entries.size > MOST_ENTRIES) throw tooLarge()
    }
  } catch (error) {
    throw error instanceof Wrong ? error : notWhole()
  }
  const reader = (most: number) => {
    let unpacked = 0
    return async (path: string): Promise<Buffer | undefined> => {
      const entry = entries.get(partKey(path))
      if (!entry) return undefined
      // Reading fails where there is more than the entry says.
      unpacked += entry.uncompressedSize
      if (unpacked > most) throw tooLarge(most)
      return zip
        .openReadStreamPromise(entry)
        .then(buffer)
        .catch(() => {
          throw notWhole()
        })
    }
  }
  const bytesOf = reader(MOST_UNPACKED)
  return {
    text: async (path) => {
      const bytes = await bytesOf(path)
      return bytes && new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes)
    },
    picture: reader(MOST_UNPACKED_PICTURES),
    has: (path) => entries.has(partKey(path)),
  }
}

export type Attributes = Readonly<Record<string, string>>
export const isTrue = (value: string | undefined): boolean => /^(?:1|true)$/i.test(value ?? '')
interface Handlers {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Goes through XML by the names of its elements without their prefixes. */
export const goThrough = (xml: string, { open, text, close }: Handlers): void => {
  let depth = 0
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth > MOST_DEEP) throw unreadable()
        open?.(local(name), attributes)
      },
      ontext: (some) => text?.(some),
      onclosetag: (name) => {
        depth--
        close?.(local(name))
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
}

/** An attribute of another namespace, with any prefix. */
export const foreign = (attributes: Attributes, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => key.includes(':') && local(key) === name)?.[1]

export interface Relation {
  type: string
  target: string
  isOutside: boolean
}

export const relationsOf = async ({ text }: Package, path: string): Promise<Map<string, Relation>> => {
  const { dir, base } = posix.parse(path)
  const relations = new Map<string, Relation>()
  const xml = (await text(`${dir}/_rels/${base}.rels`)) ?? ''
  goThrough(xml, {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship') return
      const isOutside = TargetMode?.toLowerCase() === 'external'
      const target = isOutside ? Target : posix.resolve(`/${dir}`, Target.replaceAll('\\', '/'))
      relations.set(Id, { type: posix.basename(Type), target, isOutside })
    },
  })
  return relations
}
export const targetOf = (relations: ReadonlyMap<string, Relation>, type: string): string | undefined =>
  [...relations.values()].find((relation) => relation.type === type)?.target
