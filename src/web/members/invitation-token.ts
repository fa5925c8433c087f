const KEY = 'roomfolio.invitation'

/** As long as this tab lives, also through a login and a reload. */
let kept = ''

/**
 * The token of the invitation whose link was opened in this tab, '' without one. It follows # in the address, which goes
 * to no server, and is taken out of it at once: neither Back nor a picture of the screen shows it.
 */
export const tokenHere = (): string => {
  const given = location.hash.slice(1)
  if (given !== '') {
    history.replaceState(history.state, '', location.pathname + location.search)
    kept = given
  }
  try {
    if (given !== '') sessionStorage.setItem(KEY, given)
    return kept || (sessionStorage.getItem(KEY) ?? '')
  } catch {
    return kept // Where storage is forbidden.
  }
}

export const forgetToken = (): void => {
  kept = ''
  try {
    sessionStorage.removeItem(KEY)
  } catch (error) {
    console.warn(error)
  }
}
