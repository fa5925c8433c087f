import { appState } from '../lib/app-state.ts'

/** The ticket that authorizes papers on the page of a read-only link, and the path of that page. */
const viewed = appState((): { of?: { ticket: string; path: string } } => ({}))
export const openPapersBy = (ticket: string, path: string): void => {
  viewed().of = { ticket, path }
}

/** The ticket of the current page's read-only link; undefined on every other page. */
export const paperTicket = (): string | undefined => {
  const { of } = viewed()
  return of?.path === location.pathname ? of.ticket : undefined
}
