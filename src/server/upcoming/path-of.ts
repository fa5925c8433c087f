import { PAGES } from '../../shared/pages.ts'

interface Where {
  itemID: number | null
  projectID: number
}

/** Where what is to be done can be done: its item, else Coming Up of its home. */
export const pathOf = ({ itemID, projectID }: Where): string =>
  itemID === null ? `${PAGES.comingUp.path}?projectID=${projectID}` : `${PAGES.editItem.path}?itemID=${itemID}`
