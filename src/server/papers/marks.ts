import { sortedBy } from '../../shared/order.ts'

/** What a mark is given by. */
export interface Marked {
  itemID: number
  catName: string
  title: string
}

/** As drawings have them; of a category that is not among these its own first letters. */
const LETTERS: Readonly<Record<string, string>> = {
  Appliances: 'AP',
  'Cabinets & Storage': 'CB',
  Countertops: 'CT',
  'Decks & Paving': 'DK',
  'Doors & Trim': 'DR',
  Electronics: 'EL',
  Fireplace: 'FP',
  Flooring: 'FL',
  'Furniture & Decor': 'FN',
  'Glass & Accessories': 'GL',
  'Heating & Cooling': 'HC',
  'Landscape & Irrigation': 'LS',
  'Lighting & Electrical': 'LT',
  Paint: 'PT',
  Plumbing: 'PL',
  Records: 'RC',
  'Roof & Gutters': 'RF',
  'Siding & Masonry': 'SD',
  Tile: 'TL',
  'Windows & Treatments': 'WN',
}

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Two letters for each category, which no other one has: its first and one that follows, else any. */
const lettersOf = (categories: readonly string[]): ReadonlyMap<string, string> => {
  const known = categories.flatMap((name): [string, string][] => (LETTERS[name] ? [[name, LETTERS[name]]] : []))
  const letters = new Map(known)
  const taken = new Set(letters.values())
  for (const name of sortedBy(categories, (category) => category)) {
    if (letters.has(name)) continue
    const own = [...name.normalize('NFKD').toUpperCase()].filter((letter) => ALPHABET.includes(letter))
    const [first = 'X', ...rest] = own
    const choices = [...rest, ...ALPHABET].map((second) => first + second)
    const any = ALPHABET.flatMap((one) => ALPHABET.map((second) => one + second))
    const free = [...choices, ...any].find((pair) => !taken.has(pair)) ?? 'XX'
    letters.set(name, free)
    taken.add(free)
  }
  return letters
}

/**
 * The mark of each item, such as PT-1, by its id: what has the same title in one category has one mark in all rooms. They
 * count as the project grew, so that what is added later changes none. All items of the project are needed for that.
 */
export const marksOf = async (
  items: readonly Marked[],
  rest: () => Promise<void>,
): Promise<ReadonlyMap<number, string>> => {
  const letters = lettersOf([...new Set(items.map(({ catName }) => catName))])
  const counts = new Map<string, number>()
  const byFinish = new Map<string, string>()
  const marks = new Map<number, string>()
  for (const { itemID, catName, title } of [...items].sort((a, b) => a.itemID - b.itemID)) {
    await rest()
    const finish = JSON.stringify([catName, title])
    let mark = byFinish.get(finish)
    if (mark === undefined) {
      const count = (counts.get(catName) ?? 0) + 1
      counts.set(catName, count)
      mark = `${letters.get(catName)}-${count}`
      byFinish.set(finish, mark)
    }
    marks.set(itemID, mark)
  }
  return marks
}

/** Category by category, those of each in their order. */
export const byMark = (one: string, other: string): number =>
  numberOf(one) === numberOf(other) || one.slice(0, 2) !== other.slice(0, 2)
    ? Number(one > other) - Number(one < other)
    : numberOf(one) - numberOf(other)

const numberOf = (mark: string): number => Number(mark.slice(mark.indexOf('-') + 1))
