import { sql, type Kysely } from 'kysely'

/**
 * Labels of the default structure that tell items apart better than the first two of their subcategory. A row applies
 * to subcategories with all of its labels.
 */
const TELLING = [
  ['Color Name', 'Color Code'],
  ['Brand / Color Name', 'Material'],
  ['Brand', 'Model / Style', 'Function'],
  ['Material', 'Color / Blend'],
  ['Material', 'Color / Finish'],
  ['Manufacturer', 'Species / Collection', 'Color / Stain'],
  ['Manufacturer', 'Collection', 'Color Name / Number'],
  ['Manufacturer', 'Style / Collection', 'Color Name / Number'],
  ['Title / SKU', 'Artist / Maker'],
  ['Brand', 'Series', 'Color'],
  ['Pattern Name', 'Pattern / Color Number'],
  ['Brand', 'Valve Model Number', 'Trim Model Number'],
  ['Type', 'Permit / Certificate Number'],
  ['Manufacturer', 'Product Line', 'Color'],
  ['Manufacturer', 'Profile / Size', 'Color Name / Code'],
  ['Manufacturer', 'Product / Profile', 'Color Name / Code'],
  ['Brand', 'Product / Opacity', 'Fabric / Color'],
]
const WITHOUT_A_CHOICE = 2

const SLOTS = ['field1', 'field2', 'field3', 'field4', 'field5', 'field6'] as const

const ITEMS_AT_ONCE = 1000

interface Item extends Record<(typeof SLOTS)[number], string> {
  id: number
  subcategory_id: number
}

const spoken = (value: string): string => {
  const rest = value.replace(/#[0-9a-f]{6}\b/i, '').replace(/^[\s,;·/]+|[\s,;·/]+$/g, '')
  return rest === '' ? value.trim() : rest
}

const holds = (text: string, words: string): boolean => ` ${text} `.toLowerCase().includes(` ${words} `.toLowerCase())

const titleOf = (values: readonly string[], subcategory: string): string => {
  const filled = values.map((value) => spoken(value).replace(/\s+/g, ' ')).filter((value) => value !== '')
  const told = filled.filter((value, at) =>
    filled.every((other, place) => place === at || !holds(other, value) || (place > at && holds(value, other))),
  )
  return told.join(' ') || subcategory
}

/** Adds title labels to subcategories, and titles made of them to items. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table subcategories add column telling text not null default '[]'`.execute(db)
  await sql`alter table items add column title text not null default ''`.execute(db)

  const subcategories = await sql<{ id: number; name: string }>`select id, name from subcategories`.execute(db)
  const labels = await sql<{ subcategory_id: number; slot: number; name: string }>`
    select subcategory_labels.subcategory_id, subcategory_labels.slot, labels.name
    from subcategory_labels join labels on labels.id = subcategory_labels.label_id
    order by subcategory_labels.subcategory_id, subcategory_labels.slot`.execute(db)
  const labelsOf = new Map<number, { slot: number; name: string }[]>()
  for (const { subcategory_id, ...label } of labels.rows)
    labelsOf.set(subcategory_id, [...(labelsOf.get(subcategory_id) ?? []), label])

  const titled = new Map<number, { name: string; telling: (typeof SLOTS)[number][] }>()
  for (const { id, name } of subcategories.rows) {
    const its = labelsOf.get(id) ?? []
    const shipped = TELLING.find((names) => names.every((each) => its.some((label) => label.name === each)))
    const chosen = shipped
      ? shipped.flatMap((each) => its.find((label) => label.name === each) ?? [])
      : its.slice(0, WITHOUT_A_CHOICE)
    const telling = chosen.flatMap(({ slot }) => SLOTS[slot - 1] ?? [])
    titled.set(id, { name, telling })
    await sql`update subcategories set telling = ${JSON.stringify(telling)} where id = ${id}`.execute(db)
  }

  for (let after = 0; ;) {
    const { rows } = await sql<Item>`
      select id, subcategory_id, field1, field2, field3, field4, field5, field6 from items
      where id > ${after} order by id limit ${ITEMS_AT_ONCE}`.execute(db)
    if (rows.length === 0) return
    const titles = rows.map((item) => {
      const { name = '', telling = [] } = titled.get(item.subcategory_id) ?? {}
      const values = telling.map((slot) => item[slot])
      return sql`(cast(${item.id} as bigint), cast(${titleOf(values, name)} as text))`
    })
    await sql`update items set title = titles.column2 from (values ${sql.join(titles)}) as titles
      where items.id = titles.column1`.execute(db)
    after = rows.at(-1)?.id ?? after
  }
}
