/**
 * The token of a link that was opened in this tab, as long as the tab lives, also through a login and a reload. It follows
 * # in the address, which goes to no server, and is taken out of it at once: neither Back nor a picture of the screen shows
 * it. `key` names its place in the session's storage, `formerly` where older links have it: in their query.
 */
export const keptToken = (key: string, formerly = '') => {
  let kept = ''
  return {
    /** '' without one. */
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
