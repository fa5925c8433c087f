import { sql, type Kysely } from 'kysely'

const IS_NONE = /\b(code|lot|model|number|sku|temperature)\b/i
const OF_A_PART =
  /^(battery|bulb|cartridge|caulk|filter|grille|grout|joint|key|lining|mortar|pad|remote|tag|trim|water)\b/i
const WARRANTY = /\b(warranty|guarantee|expires|expiry|expiration|end date|replace by|valid until)\b/i
const DATE = /\b(date|year|purchased|bought|delivered|installed|painted|applied|checked)\b/i
const OTHERS: readonly (readonly [kind: string, words: RegExp])[] = [
  ['contact', /\b(phone|telephone|tel|mobile|fax|e-?mail)\b/i],
  ['web', /\b(web ?site|web ?address|web ?page|homepage|url|link)\b/i],
  ['money', /\b(cost|costs|price|paid|amount|msrp|fee)\b/i],
  ['number', /^number of\b/i],
]

/** The kind of a label by its name. Kind 'end' covers what has counted as an expiry date since 0025. */
const kindOf = (name: string): string => {
  const says = !OF_A_PART.test(name) && !IS_NONE.test(name)
  if ((says && WARRANTY.test(name)) || /\bdue\b/i.test(name)) return 'end'
  const other = OTHERS.find(([, words]) => words.test(name))
  if (other) return other[0]
  if (says && DATE.test(name) && !name.includes(' / ')) return 'date'
  return /\bcolou?r\b/i.test(name) && !/\b(code|number|temperature)\b/i.test(name) ? 'color' : 'text'
}

/**
 * Kinds of labels, initially by name. Servers of the previous version still use names; labels they create are text
 * until an Admin changes that.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table labels add column kind text not null default 'text'`.execute(db)
  const { rows } = await sql<{ id: number; name: string }>`select id, name from labels`.execute(db)
  const byKind = new Map<string, number[]>()
  for (const { id, name } of rows) {
    const kind = kindOf(name)
    if (kind !== 'text') byKind.set(kind, [...(byKind.get(kind) ?? []), id])
  }
  for (const [kind, ids] of byKind)
    for (let at = 0; at < ids.length; at += 500)
      await sql`update labels set kind = ${kind} where id in (${sql.join(ids.slice(at, at + 500))})`.execute(db)
}
