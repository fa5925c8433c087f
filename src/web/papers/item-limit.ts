import { MOST_ITEMS_OF_PAPER, type PaperKind } from '../../shared/papers/papers.api.ts'
import type { RoomCard } from '../../shared/projects/rooms.api.ts'
import type { ChosenRooms } from './rooms-select.tsx'

const isChosen = ({ scope, excluded }: ChosenRooms, roomID: number): boolean =>
  scope === 'all' || (scope === 'several' ? !excluded.has(roomID) : scope === roomID)

/** What to say where the chosen rooms have more items than a paper holds; a book has all of them. */
export const itemLimitText = (
  kind: PaperKind,
  rooms: readonly Pick<RoomCard, 'ID' | 'itemCount'>[],
  chosen: ChosenRooms,
): string | undefined => {
  const most = MOST_ITEMS_OF_PAPER[kind]
  const count = rooms.reduce((sum, { ID, itemCount }) => sum + (isChosen(chosen, ID) ? itemCount : 0), 0)
  if (count <= most) return undefined
  const [holds, has] = [most, count].map((number) => number.toLocaleString('en-US'))
  return kind === 'book'
    ? `A spec book holds up to ${holds} items, and these rooms have ${has}. Choose fewer rooms.`
    : `This PDF holds up to ${holds} items, and these rooms have ${has}. If too many belong in it, choose fewer rooms.`
}
