/**
 * The token of a link opened in this tab; it survives a login and a reload until the tab closes. It comes after # in the address,
 * so it is never sent to a server, and is removed from the address at once, so that neither Back nor a screenshot shows it. `key`
 * is its key in sessionStorage, `formerly` the query parameter that older links have it in.
 */
export const keptToken = (key: string, formerly = '') => {
  let kept = ''
  return {
    /** '' if there is none. */
    here: (): string => {
      const given = location.hash.slice(1) || (new URLSearchParams(location.search).get(formerly) ?? '')
      if (given !== '') {
        history.replaceState(history.state, '', location.pathname)
        kept = given
      }
      try {
        if (given !== '') sessionStorage.setItem(key, given)
        return kept || (sessionStorage.getItem(key) ?? '')
      } catch {
        return kept // Where storage is forbidden.
      }
    },
    forget: (): void => {
      kept = ''
      try {
        sessionStorage.removeItem(key)
      } catch (error) {
        console.warn(error)
      }
    },
  }
}
