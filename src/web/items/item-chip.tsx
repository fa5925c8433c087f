import type { Item } from '../../shared/items.ts'
import { CategoryIcon } from '../ui/category-icon.tsx'
import { Chip } from '../ui/chip.tsx'

/** An item's sample, dashed while its first field is empty. */
export const ItemChip = ({ item, size = 'row' }: { item: Item; size?: 'row' | 'head' }) => {
  const first = item.labels[0]
  return (
    <Chip
      sample={item.sample}
      icon={<CategoryIcon name={item.catName} />}
      dashed={first !== undefined && item[first.field] === ''}
      size={size}
    />
  )
}
