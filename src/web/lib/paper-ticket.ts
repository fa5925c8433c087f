import { appState } from './app-state.ts'

/** The ticket that authorizes papers on the page of a read-only link, and the path of that page. */
const linkPage = appState((): { of?: { ticket: string; path: string } } => ({}))
export const setPaperTicket = (ticket: string, path: string): void => {
  linkPage().of = { ticket, path }
}

/** The ticket of the current page's read-only link; undefined on every other page. */
export const paperTicket = (): string | undefined => {
  const { of } = linkPage()
  return of?.path === location.pathname ? of.ticket : undefined
}
