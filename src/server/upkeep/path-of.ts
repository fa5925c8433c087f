import { PAGES } from '../../shared/contract/pages.ts'

interface Where {
  itemID: number | null
  projectID: number
}

/** Where users can act on an entry: on its item's page, or else on the home's Coming Up page. */
export const pathOf = ({ itemID, projectID }: Where): string =>
  itemID === null ? `${PAGES.comingUp.path}?projectID=${projectID}` : `${PAGES.editItem.path}?itemID=${itemID}`
