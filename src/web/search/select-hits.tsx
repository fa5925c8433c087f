import type { HitGroup } from '../../shared/search/search.api.ts'
import { summaryOf } from '../items/list/values-of.ts'
import { chipOf } from './hit-rows.tsx'
import { SelectItems } from '../items/bulk/select-items.tsx'

interface SelectHitsProps {
  group: HitGroup
  /** The address of the search. */
  at: string
  onEnd: () => void
}

/** The search hits of one project, with checkboxes. */
export const SelectHits = ({ group: { projectID, rooms }, at, onEnd }: SelectHitsProps) => (
  <SelectItems
    projectID={projectID}
    at={at}
    onEnd={onEnd}
    groups={rooms
      .filter(({ items }) => items.length > 0)
      .map(({ roomID, name, items }) => ({
        key: String(roomID),
        name: name.text,
        things: items.map((hit) => ({
          itemID: hit.itemID,
          subcatID: hit.subcatID,
          chip: chipOf(hit),
          title: hit.title.text === hit.subCatName.text ? 'Unspecified' : hit.title.text,
          subcategory: hit.subCatName.text,
          details: summaryOf(hit).join(' · '),
        })),
      }))}
  />
)
