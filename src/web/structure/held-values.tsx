import { slotNumber } from '../../shared/structure/room-structure.api.ts'
import type { HeldValues } from '../../shared/structure/labels.api.ts'
import { counted } from '../lib/pluralize.ts'

const labelled = (label: string | null): string => (label === null ? 'no label' : `"${label}"`)

/** The labels under which values would end up, to confirm. */
export const HeldValuesList = ({ slots }: { slots: readonly HeldValues[] }) => (
  <ul className="grid gap-8">
    {slots.map(({ subcategory, field, items, before, after }) => (
      <li key={`${subcategory} ${field}`}>
        <b className="strong ink">
          {subcategory}, Field {slotNumber(field)}:
        </b>{' '}
        {counted(items, 'item')}, {labelled(before)} → {labelled(after)}
      </li>
    ))}
  </ul>
)
