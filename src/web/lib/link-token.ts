import { tokenIn } from '../../shared/contract/token-in.ts'
import { appState } from './app-state.ts'

/**
 * The token of a link opened in this tab; it survives a login and a reload until the tab closes. It comes after # in the address,
 * so it is never sent to a server, and is removed from the address at once, so that neither Back nor a screenshot shows it. `key`
 * is its key in sessionStorage, `legacyParameter` the query parameter that older links have it in.
 */
export const linkToken = (key: string, legacyParameter = '') => {
  const token = appState(() => ({ stored: '' }))
  return {
    /** '' if there is none. */
    here: (): string => {
      const given = location.hash.slice(1) || (new URLSearchParams(location.search).get(legacyParameter) ?? '')
      const opened = tokenIn(given)
      if (given !== '') {
        history.replaceState(history.state, '', location.pathname)
        token().stored = opened
      }
      try {
        if (given !== '') sessionStorage.setItem(key, opened)
        return token().stored || (sessionStorage.getItem(key) ?? '')
      } catch {
        return token().stored // Where storage is forbidden.
      }
    },
    forget: (): void => {
      token().stored = ''
      try {
        sessionStorage.removeItem(key)
      } catch (error) {
        console.warn(error)
      }
    },
  }
}
