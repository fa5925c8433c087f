import type { Item } from '../../../shared/items/items.api.ts'
import type { Slot } from '../../../shared/structure/room-structure.api.ts'
import { isPaint, namesAColor, parseMaterial } from '../../../shared/structure/sample.ts'
import { fileKind } from '../../lib/file-kind.ts'
import { fileAddress } from '../../lib/file-address.ts'
import { CategoryIcon } from '../../ui/drawings/category-icon.tsx'
import { Chip } from '../../ui/chip.tsx'

/** Whether the color says more than a picture: for paints, and where a user entered one. */
export const prefersSwatch = ({
  labels,
  sample,
  subCatName,
  ...item
}: Pick<Item, Slot | 'labels' | 'sample' | 'subCatName'>): boolean =>
  parseMaterial(sample) !== null &&
  (isPaint(subCatName, labels) || labels.some(({ field }) => namesAColor(item[field])))

/** The item's pictures; none if its swatch takes precedence. */
const picturesOf = (item: Item): string[] =>
  prefersSwatch(item)
    ? []
    : item.attachments
        .filter(({ type }) => fileKind(type) === 'image')
        .map((picture) => fileAddress(picture, 'thumbnail'))

/** An item's swatch, dashed while its first field is empty. */
export const ItemChip = ({ item, size = 'row' }: { item: Item; size?: 'row' | 'head' }) => {
  const first = item.labels[0]
  return (
    <Chip
      pictures={picturesOf(item)}
      sample={item.sample}
      icon={<CategoryIcon name={item.catName} />}
      dashed={first !== undefined && item[first.field] === ''}
      size={size}
    />
  )
}
