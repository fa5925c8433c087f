import type { CategoryEntry } from '../../shared/find-kind.ts'
import type { RoomStructure } from '../../shared/room-structure.ts'
import { compareOtherLast, sortedBy } from '../../shared/order.ts'

/** A room type's categories in display order; inside them the server has ordered already. */
export const categoriesOf = (structure: RoomStructure): CategoryEntry[] =>
  sortedBy(
    Object.entries(structure).map(([catID, { parentCatName, subcatList, subcatNameList, subcatLabelList }]) => ({
      catID: Number(catID),
      name: parentCatName,
      subcategories: subcatList.map((subcatID, at) => ({
        subcatID,
        name: subcatNameList[at] ?? '',
        labels: subcatLabelList[at] ?? [],
      })),
    })),
    ({ name }) => name,
    compareOtherLast,
  )
