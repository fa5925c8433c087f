import type { Item } from '../../../shared/items/items.api.ts'
import { LinkedText } from '../list/linked-text.tsx'

export const Notes = ({ item: { note } }: { item: Item }) =>
  note && (
    <p className="muted prewrap mt-12">
      <LinkedText text={note} />
    </p>
  )
