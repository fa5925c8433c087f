import type { Item } from '../../shared/items.ts'
import { namesAColor } from '../../shared/sample.ts'
import { fileKind } from '../files/file-kind.ts'
import { fileAddress } from '../files/stored-file.ts'
import { CategoryIcon } from '../ui/category-icon.tsx'
import { Chip } from '../ui/chip.tsx'

/** The item's first picture, unless a colour that somebody wrote down says more. */
const pictureOf = ({ labels, attachments, ...item }: Item): string | undefined => {
  if (labels.some(({ field }) => namesAColor(item[field]))) return undefined
  const picture = attachments.find(({ type }) => fileKind(type) === 'image')
  return picture && fileAddress(picture, 'thumbnail')
}

/** An item's sample, dashed while its first field is empty. */
export const ItemChip = ({ item, size = 'row' }: { item: Item; size?: 'row' | 'head' }) => {
  const first = item.labels[0]
  return (
    <Chip
      picture={pictureOf(item)}
      sample={item.sample}
      icon={<CategoryIcon name={item.catName} />}
      dashed={first !== undefined && item[first.field] === ''}
      size={size}
    />
  )
}
