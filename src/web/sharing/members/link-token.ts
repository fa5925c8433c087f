/**
 * The token of a link opened in this tab; it survives a login and a reload until the tab closes. It comes after # in the address,
 * so it is never sent to a server, and is removed from the address at once, so that neither Back nor a screenshot shows it. `key`
 * is its key in sessionStorage, `formerly` the query parameter that older links have it in.
 */
export const linkToken = (key: string, legacyParameter = '') => {
  let stored = ''
  return {
    /** '' if there is none. */
    here: (): string => {
      const opened = location.hash.slice(1) || (new URLSearchParams(location.search).get(legacyParameter) ?? '')
      if (opened !== '') {
        history.replaceState(history.state, '', location.pathname)
        stored = opened
      }
      try {
        if (opened !== '') sessionStorage.setItem(key, opened)
        return stored || (sessionStorage.getItem(key) ?? '')
      } catch {
        return stored // Where storage is forbidden.
      }
    },
    forget: (): void => {
      stored = ''
      try {
        sessionStorage.removeItem(key)
      } catch (error) {
        console.warn(error)
      }
    },
  }
}
