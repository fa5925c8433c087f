import type { LabelKind } from '../../shared/structure/label-kinds.ts'
import type { CategoryEntry } from '../../shared/items/suggest-subcategory.ts'
import type { RoomStructure } from '../../shared/structure/room-structure.api.ts'
import { compareOtherLast, sortedBy } from '../../shared/contract/order.ts'

/** A room type's categories in display order; the server has ordered their contents. */
export const categoriesOf = (structure: RoomStructure): CategoryEntry[] =>
  sortedBy(
    Object.entries(structure).map(
      ([catID, { parentCatName, subcatList, subcatNameList, subcatLabelList, subcatAliasList }]) => ({
        catID: Number(catID),
        name: parentCatName,
        subcategories: subcatList.map((subcatID, at) => ({
          subcatID,
          name: subcatNameList[at] ?? '',
          labels: subcatLabelList[at] ?? [],
          aliases: subcatAliasList?.[at] ?? [],
        })),
      }),
    ),
    ({ name }) => name,
    compareOtherLast,
  )

/** The kinds of all labels in the structure, by label name. */
export const kindsIn = (structure: RoomStructure): ReadonlyMap<string, LabelKind> =>
  new Map(
    Object.values(structure).flatMap(({ subcatLabelList, subcatKindList }) =>
      subcatLabelList.flatMap((labels, place) =>
        labels.map((label, at): [string, LabelKind] => [label, subcatKindList?.[place]?.[at] ?? 'text']),
      ),
    ),
  )
