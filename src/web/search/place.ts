import { useMatches } from 'react-router'
import type { EmergencySheet } from '../../shared/items/emergency.api.ts'
import type { Item } from '../../shared/items/items.api.ts'
import { PAGES } from '../../shared/contract/pages.ts'
import type { Project } from '../../shared/projects/projects.api.ts'
import type { Right } from '../../shared/contract/rights.ts'
import type { Room, RoomCard } from '../../shared/projects/rooms.api.ts'
import { paths } from '../lib/paths.ts'
import type { Recent } from './recent.ts'

/** What can be created on the current page. */
export interface Place {
  project?: { projectID: number; name: string; may: Right } | undefined
  /** The rooms where an item can be created: the current room, or all rooms of the project. */
  rooms: readonly { roomID: number; projectID: number; name: string }[]
  /** The page's entry in the palette's recent list. */
  recent?: Recent | undefined
}

const NOWHERE: Place = { rooms: [] }

/** The place shown by a page, from the result of its loader. */
const placeOf = (pathname: string, data: unknown): Place => {
  if (data === undefined || data === null) return NOWHERE
  if (pathname === PAGES.projectHome.path || pathname === PAGES.inbox.path) {
    // The emergency sheet or the handover checklist.
    const { sheet } = data as { sheet?: Pick<EmergencySheet, 'projectID' | 'projectName' | 'may'> }
    if (sheet) return { ...NOWHERE, project: { projectID: sheet.projectID, name: sheet.projectName, may: sheet.may } }
    const { project, may, rooms } = data as { project: Project; may: Right; rooms: readonly RoomCard[] }
    const { projectID, name, city, state } = project
    return {
      project: { projectID, name, may },
      rooms: may === 'read' ? [] : rooms.map((room) => ({ roomID: room.ID, projectID, name: room.name })),
      recent: {
        kind: 'project',
        to: paths.projectHome(projectID),
        name,
        where: [city, state].filter(Boolean).join(', '),
      },
    }
  }
  if (pathname === PAGES.roomItems.path) {
    const { roomID, projectID, roomName: name, projectName, may } = data as Room
    return {
      project: { projectID, name: projectName, may },
      rooms: may === 'read' ? [] : [{ roomID, projectID, name }],
      recent: { kind: 'room', to: paths.roomItems(roomID), name, where: projectName },
    }
  }
  if (pathname === PAGES.editItem.path) {
    const { roomID, projectID, roomName, projectName, may, itemID, title, subCatName, sample, catName } = data as Item
    return {
      project: { projectID, name: projectName, may },
      rooms: may === 'read' ? [] : [{ roomID, projectID, name: roomName }],
      recent: {
        kind: 'item',
        to: paths.editItem(itemID),
        name: title,
        where: [...(title === subCatName ? [] : [subCatName]), roomName, projectName].join(', '),
        sample,
        catName,
      },
    }
  }
  return NOWHERE
}

/** The place shown by the current page. */
export const usePlace = (): Place => {
  const match = useMatches().at(-1)
  return match ? placeOf(match.pathname, match.loaderData) : NOWHERE
}
