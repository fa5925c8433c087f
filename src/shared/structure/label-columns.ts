/**
 * Labels of different subcategories that share a list column. Columns are matched by words in the label's name, so that
 * labels added later are matched too, or have no column. A name that matches several columns belongs to the first.
 */
const LABEL_COLUMNS = ['warranty', 'date', 'place', 'finish', 'supplier'] as const
export type LabelColumn = (typeof LABEL_COLUMNS)[number]

/** The words of each column, the most specific first. */
const WORDS: Record<LabelColumn, readonly RegExp[]> = {
  warranty: [/\b(warranty|guarantee)\b/i, /\b(expires|expiry|expiration|end date|replace by|valid until)\b/i],
  date: [/\b(date|year|purchased|bought|delivered|installed|painted|applied|checked)\b/i],
  place: [/\b(location|place|zone|serves|size|dimensions?|width|height|length|depth)\b/i],
  finish: [
    /\b(finish|sheen|texture|glaze|lacquer)\b/i,
    /\b(colou?r|stain|shade|opacity|blend)\b/i,
    /\b(material|fabric|wood|species|glass)\b/i,
  ],
  supplier: [
    /\b(supplier|vendor|dealer|retailer|store|shop|nursery|workroom|provider|company|issued by)\b/i,
    /\b(installer|fabricator|contractor|builder|roofer|painter)\b/i,
    /\b(manufacturer|maker|brand)\b/i,
  ],
}

/** Labels of a part or a consumable: their values do not describe the item. */
const OF_A_PART =
  /^(battery|bulb|cartridge|caulk|filter|grille|grout|joint|key|lining|mortar|pad|remote|tag|trim|water)\b/i
/** Whether a label describes a part, such as 'Grout Color' of a tile. */
export const ofAPart = (label: string): boolean => OF_A_PART.test(label)

/** Labels that identify or count, even if they also name something else: 'Color Code', 'Lot Number / Finish'. */
const IDENTIFIES = /\b(code|lot|model|number|sku|temperature)\b/i

/** Whether values under a label identify a thing, as under 'Model Number', and are no quantity even if all digits. */
export const identifies = (label: string): boolean => IDENTIFIES.test(label)

/**
 * The column of a label and its rank, 0 being the most specific: if an item has values of several ranks, the lowest
 * rank wins. Undefined if the label has no column.
 */
export const columnOfLabel = (label: string): { column: LabelColumn; rank: number } | undefined => {
  if (OF_A_PART.test(label) || identifies(label)) return undefined
  for (const column of LABEL_COLUMNS) {
    const rank = WORDS[column].findIndex((words) => words.test(label))
    if (rank >= 0) return { column, rank }
  }
  return undefined
}
