/** The ticket that authorizes papers on the page of a read-only link, and the path of that page. */
let viewed: { ticket: string; path: string } | undefined
export const openPapersBy = (ticket: string, path: string): void => {
  viewed = { ticket, path }
}

/** The ticket of the current page's read-only link; undefined on every other page. */
export const paperTicket = (): string | undefined =>
  viewed && viewed.path === location.pathname ? viewed.ticket : undefined
