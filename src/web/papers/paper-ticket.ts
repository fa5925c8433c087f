/** By what papers are had on the page of a read-only link, and the path of that page. */
let viewed: { ticket: string; path: string } | undefined
export const openPapersBy = (ticket: string, path: string): void => {
  viewed = { ticket, path }
}

/** The ticket of the read-only link whose page this is; undefined on every other. */
export const paperTicket = (): string | undefined =>
  viewed && viewed.path === location.pathname ? viewed.ticket : undefined
