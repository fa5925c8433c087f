import { appFetch } from '../../lib/app-state.ts'

/** Options that authorize a call by the token of a read-only link instead of a session. */
export const linkAuthorization = (token: string) => ({
  fetch: (address: string, request: RequestInit & { headers: Headers }): Promise<Response> => {
    request.headers.set('Authorization', `Link ${token}`)
    return appFetch(address, request)
  },
})
