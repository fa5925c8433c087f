import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { search } from '../../../src/shared/search/search.api.ts'
import { entriesOf, partsOf, sendProjectFile, zipOf, type Parts } from '../../support/project-file.ts'
import { IN_FOLDER } from '../../support/test-app.ts'
import { startWithoutPapers, homeOf } from './project-file-home.ts'

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
export const fileIn = (line: Parts['lines'][number]) => (line.file as { path: string } | undefined)?.path
export const fileOf = ({ lines }: Parts, path: string) => lines.find((line) => fileIn(line) === path)?.file as object

export const lastRevision = ({ lines }: Parts) =>
  lines.findLast((line) => 'revision' in line)?.revision as Record<string, unknown>
export const marksIn = ({ lines }: Parts) => lines.at(-1)?.marks as string[]

/** Adds two issued revisions, a removed one and two marks; the first item has the first mark. */
const withRevisions = (parts: Parts): Parts => {
  const issuedAt = '2026-01-02T12:00:00.000Z'
  const books = ['One', 'Two'].map((name) => [`revisions/${name}.pdf`, Buffer.from(`%PDF-1.7 ${name}`)] as const)
  const revisions = [...books.map(([path]) => path), null].map((path, at) => ({
    revision: { number: at + 1, note: `note ${at}`, issuedAt, issuedBy: 'robin', path },
  }))
  const lines = [
    ...books.map(([path, bytes]) => ({
      file: { path, originalName: 'Book.pdf', size: bytes.length, sha256: sha256Of(bytes) },
    })),
    ...structuredClone(parts.lines),
    ...revisions,
    { marks: ['PL-1', 'PL-2'] },
  ]
  const item = lines.find((line): line is { item: Record<string, unknown> } => 'item' in line)?.item ?? {}
  item.mark = 'PL-1'
  return { head: { ...parts.head, revisions: 3 }, lines, files: new Map([...parts.files, ...books]) }
}

/** Changes a copy of a good project file, or makes other bytes. */
type Hostile = ((copy: Parts) => unknown) | Buffer

/** Hostile project files by what is wrong with them, each with the message that refuses it. */
type HostileFiles = Record<string, [Hostile, RegExp]>

export const lineOf = (copy: Parts, kind: string) =>
  copy.lines.find((line) => kind in line)?.[kind] as Record<string, unknown>
export const fileLine = (path: string) => ({ file: { path, originalName: 'a', size: null, sha256: null } })

/** A good project file, and a check that changes of it are refused without a trace. */
export const startWithGoodFile = async () => {
  const { services, servers, newUser } = await startWithoutPapers({
    ...IN_FOLDER,
    maxFileBytes: 1024 * 1024,
    maxProjectFileBytes: 2 * 1024 * 1024,
  })
  const { robin, sent } = await homeOf({ newUser })
  const { db, store } = services
  const good = withRevisions(await partsOf(sent))
  const [photo = ''] = good.files.keys()
  const bytesOf = (hostile: Hostile) => {
    if (Buffer.isBuffer(hostile)) return hostile
    const copy = { ...structuredClone({ head: good.head, lines: good.lines }), files: new Map(good.files) }
    hostile(copy)
    return zipOf(entriesOf(copy))
  }

  const countAll = async () => {
    const counts: Record<string, number> = {}
    for (const table of [
      'projects',
      'rooms',
      'items',
      'uploads',
      'blobs',
      'item_files',
      'inbox_photos',
      'revisions',
      'events',
      'pending_writes',
      'idempotency_keys',
      'items_without_words',
    ] as const)
      counts[table] =
        (
          await db
            .selectFrom(table)
            .select((eb) => eb.fn.countAll<number>().as('n'))
            .execute()
        )[0]?.n ?? 0
    const keys = []
    for await (const { key } of store.list()) keys.push(key)
    // A server makes its spool with its first file.
    const spools = servers.map(({ config }) => join(config.dataDir, 'spool'))
    const spool = spools.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
    return { counts, keys: keys.toSorted(), spool }
  }
  const expectRefusals = async (cases: HostileFiles) => {
    // The unchanged file is accepted.
    expect((await sendProjectFile(robin, await zipOf(entriesOf(good)))).status).toBe(201)
    await robin.must(search, { query: { q: 'x' } })
    const before = await countAll()
    const wrong: string[] = []
    for (const [name, [hostile, sentence]] of Object.entries(cases)) {
      const { status, problem } = await sendProjectFile(robin, await bytesOf(hostile))
      const [message = ''] = Object.values(problem.fields ?? {})
      if (status !== 400 || !sentence.test(message) || message !== problem.message)
        wrong.push(`${name}: ${status} ${problem.code} ${message || problem.message}`)
    }
    expect(wrong).toEqual([])
    expect(await countAll()).toEqual(before)
    expect(before.spool).toEqual([])
  }
  return {
    ...{ robin, sent, good, photo, expectRefusals },
    addEntry: (name: string, bytes: Buffer | string = 'x') => zipOf([...entriesOf(good), [name, bytes]]),
    withContents: (contents: string | Buffer) => zipOf(entriesOf(good, Buffer.from(contents))),
  }
}
