import type { Gap, Readiness, RoomWithGaps } from '../../../shared/upkeep/handover-checklist.api.ts'

interface InRoom {
  key: string
  roomID: number
  roomName: string
}

/** A gap of an item, or a room without items. */
export type GapOrEmptyRoom = InRoom & (Gap | { what: 'items'; group: 'items'; title: string; roomTypeName: string })

const lacksIn = ({ roomID, roomName, roomTypeName, isEmpty, gaps }: RoomWithGaps): GapOrEmptyRoom[] => [
  ...(isEmpty
    ? [
        {
          key: `room-${roomID}`,
          roomID,
          roomName,
          roomTypeName,
          title: roomName,
          what: 'items',
          group: 'items',
        } as const,
      ]
    : []),
  ...gaps.map((gap) => ({ ...gap, key: `${gap.what}-${gap.itemID}`, roomID, roomName })),
]

export interface Section {
  id: string
  name: string
  /** The total, shown or not. */
  count: number
  lacks: readonly GapOrEmptyRoom[]
}

export const byRoom = ({ rooms }: Readiness): Section[] =>
  rooms.map((room) => ({ id: `room-${room.roomID}`, name: room.roomName, count: room.count, lacks: lacksIn(room) }))

/** All kinds in order, or only one, each with its listed gaps. */
export const byKind = ({ rooms, groups }: Readiness, kind: string | null): Section[] => {
  const all = rooms.flatMap(lacksIn)
  return groups
    .filter(({ group }) => kind === null || group === kind)
    .map(({ group, name, count }) => ({ id: group, name, count, lacks: all.filter((lack) => lack.group === group) }))
}

export const listed = (names: readonly string[]): string => new Intl.ListFormat('en').format(names)
