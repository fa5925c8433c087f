import type { Actor, Reader } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import { marksIn, unpacked, type IssuedMark, type SnapshotItem } from './snapshot.ts'
import { finishOf, isIdentifying } from '../finish.ts'
import { readIssued, readMarkMatter, type MarkMatter } from './marks.repo.ts'
import { marksOf, type Marks } from './marks.ts'

/**
 * The marks of a revision issued by a version that stored none, derived from its picture. If one mark was given to
 * several finishes, the first one has it.
 */
const marksByItems = ({ items, kinds }: MarkMatter, pictured: readonly SnapshotItem[]): Map<string, IssuedMark> => {
  const catOfItem = new Map(items.map(({ itemID, catID }) => [itemID, catID]))
  const catOfKind = new Map(items.map(({ subcatID, catID }) => [subcatID, catID]))
  const finishIn = ({ itemID, subcatID, values }: SnapshotItem): string => {
    const kind = kinds.get(subcatID)
    const catID = catOfItem.get(itemID) ?? catOfKind.get(subcatID)
    if (!kind || catID === undefined) return ''
    const isTelling = (id: number) =>
      kind.labels.some(({ propID, field }) => propID === id && kind.telling.includes(field))
    const stated = values.map(([propID, label, value]) => ({
      ...{ value, isTelling: isTelling(propID), saysWhich: isIdentifying(label) },
    }))
    return finishOf({ catID, subcatID }, stated)
  }
  const marks = new Map<string, IssuedMark>()
  for (const item of [...pictured].sort((a, b) => a.itemID - b.itemID)) {
    const { finish = finishIn(item), items: others = [] } = marks.get(item.mark) ?? {}
    marks.set(item.mark, { finish, items: [...others, item.itemID] })
  }
  return marks
}

/**
 * All issued marks. A revision's picture includes the marks of all earlier ones, unless an older
 * version made it.
 */
const readIssuedMarks = async (
  db: Database,
  reader: Reader,
  projectID: number,
  matter: MarkMatter,
): Promise<ReadonlyMap<string, IssuedMark>> => {
  const issued = new Map<string, IssuedMark>()
  const known = new Set<string>()
  let next = matter.issued
  while (next) {
    const { picture, number } = next
    const kept = await marksIn(picture)
    const marks = kept ?? marksByItems(matter, (await unpacked(picture)).items)
    for (const [mark, { finish, items }] of marks) {
      if (issued.has(mark)) continue
      issued.set(mark, { finish: known.has(finish) ? '' : finish, items })
      known.add(finish)
    }
    next = kept ? undefined : await readIssued(db, reader, projectID, number)
  }
  return issued
}

/** The marks for a paper; none without `matter`. */
export const readMarks = async (
  db: Database,
  reader: Reader,
  projectID: number,
  matter: MarkMatter | undefined,
): Promise<Marks> =>
  matter
    ? marksOf(matter, await readIssuedMarks(db, reader, projectID, matter), reader)
    : { marks: new Map(), finishes: new Map() }

/** Marks that must never change: the issued ones, and the items that have one of them. */
export interface MarksToKeep {
  issued: readonly string[]
  ofItems: ReadonlyMap<number, string>
}

/** A constant number of statements. Throws `paper_too_large`. */
export const readMarksToKeep = async (db: Database, actor: Actor, projectID: number): Promise<MarksToKeep> => {
  const matter = await readMarkMatter(db, actor, projectID)
  const issued = await readIssuedMarks(db, actor, projectID, matter)
  const { marks } = marksOf(matter, issued, actor)
  return { issued: [...issued.keys()], ofItems: new Map([...marks].filter(([, mark]) => issued.has(mark))) }
}
