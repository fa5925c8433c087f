/**
 * What labels of different subcategories have in common: their values stand in one column of a list. The words are looked
 * for in a label's name, so that labels which are made later fall into their column too, or into none. A name that suits
 * several columns falls into the first of them.
 */
export const LABEL_COLUMNS = ['warranty', 'date', 'place', 'finish', 'supplier'] as const
export type LabelColumn = (typeof LABEL_COLUMNS)[number]

/** By column its words, those that say it most plainly first. */
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

/** Labels of a part, or of what an item uses up: what they say is not said of the item. */
const OF_A_PART =
  /^(battery|bulb|cartridge|caulk|filter|grille|grout|joint|key|lining|mortar|pad|remote|tag|trim|water)\b/i
/** Whether a label is of a part, as 'Grout Color' of a tile is. */
export const ofAPart = (label: string): boolean => OF_A_PART.test(label)

/** Labels of what identifies or counts, whatever else they name: 'Color Code', 'Lot Number / Finish'. */
const IDENTIFIES = /\b(code|lot|model|number|sku|temperature)\b/i

/** Whether what stands under a label names a thing, as 'Model Number' does, and is no quantity even where it is all digits. */
export const identifies = (label: string): boolean => IDENTIFIES.test(label)

/**
 * Which column a label falls into, and how plainly it says so, 0 the plainest: where an item has values of several ranks, those
 * of the first count. Undefined for a label of none.
 */
export const columnOfLabel = (label: string): { column: LabelColumn; rank: number } | undefined => {
  if (OF_A_PART.test(label) || identifies(label)) return undefined
  for (const column of LABEL_COLUMNS) {
    const rank = WORDS[column].findIndex((words) => words.test(label))
    if (rank >= 0) return { column, rank }
  }
  return undefined
}
