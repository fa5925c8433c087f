/**
 * What labels of different subcategories have in common: their values stand in one column of a list. The words are looked
 * for in a label's name, so that labels which are made later fall into their column too, or into none. A name that suits
 * several kinds is of the first of them.
 */
export const LABEL_KINDS = ['warranty', 'date', 'place', 'finish', 'supplier'] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

/** By kind its words, those that say it most plainly first. */
const WORDS: Record<LabelKind, readonly RegExp[]> = {
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
/** Labels of what identifies or counts, whatever else they name: 'Color Code', 'Lot Number / Finish'. */
const IDENTIFIES = /\b(code|lot|model|number|sku|temperature)\b/i

/** Whether what stands under a label names a thing, as 'Model Number' does, and is no quantity even where it is all digits. */
export const identifies = (label: string): boolean => IDENTIFIES.test(label)

/**
 * Which kind a label is of, and how plainly it says so, 0 the plainest: where an item has values of several ranks, those
 * of the first count. Undefined for a label of no kind.
 */
export const kindOfLabel = (label: string): { kind: LabelKind; rank: number } | undefined => {
  if (OF_A_PART.test(label) || identifies(label)) return undefined
  for (const kind of LABEL_KINDS) {
    const rank = WORDS[kind].findIndex((words) => words.test(label))
    if (rank >= 0) return { kind, rank }
  }
  return undefined
}

const DUE = /\bdue\b/i

/** Whether a date under a label is the day on which something ends or has to be done: a warranty, a permit, a battery. */
export const saysWhenItEnds = (label: string): boolean => kindOfLabel(label)?.kind === 'warranty' || DUE.test(label)
