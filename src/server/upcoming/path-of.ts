import { PAGES } from '../../shared/pages.ts'

interface Where {
  itemID: number | null
  roomID: number | null
  projectID: number
}

/** Where one looks at what is to be done: its item, else its room, else its home. */
export const pathOf = ({ itemID, roomID, projectID }: Where): string =>
  itemID !== null
    ? `${PAGES.editItem.path}?itemID=${itemID}`
    : roomID !== null
      ? `${PAGES.roomItems.path}?roomID=${roomID}`
      : `${PAGES.projectHome.path}?projectID=${projectID}`
