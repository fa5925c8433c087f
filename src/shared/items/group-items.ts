import type { Item } from './items.api.ts'
import { compareOtherLast, sortedBy } from '../contract/order.ts'

export interface SubcategoryGroup {
  subcatID: number
  name: string
  items: readonly Item[]
}

export interface CategoryGroup {
  catID: number
  name: string
  count: number
  subcategories: readonly SubcategoryGroup[]
}

const groupBy = (items: readonly Item[], key: (item: Item) => number): [first: Item, group: readonly Item[]][] => {
  const groups = new Map<number, [Item, Item[]]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group[1].push(item)
    else groups.set(key(item), [item, [item]])
  }
  return [...groups.values()]
}

/** Categories and their subcategories in alphabetical order, 'other' last; items keep their order. */
export const groupItems = (items: readonly Item[]): CategoryGroup[] => {
  const categories = groupBy(items, ({ catID }) => catID).map(([{ catID, catName }, inCategory]) => {
    const subcategories = groupBy(inCategory, ({ subcatID }) => subcatID).map(([{ subcatID, subCatName }, group]) => ({
      subcatID,
      name: subCatName,
      items: group,
    }))
    return {
      catID,
      name: catName,
      count: inCategory.length,
      subcategories: sortedBy(subcategories, ({ name }) => name, compareOtherLast),
    }
  })
  return sortedBy(categories, ({ name }) => name, compareOtherLast)
}
