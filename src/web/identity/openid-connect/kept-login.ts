import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import type { askToLogInAtProvider } from '../../../shared/identity/openid-connect.api.ts'

type Asked = Omit<ResponseOf<typeof askToLogInAtProvider>, 'address'>

/** What a tab keeps while its user is at the provider. */
export interface KeptLogin extends Asked {
  remember: boolean
  /** The page that asked for the login. */
  from?: string
}

const KEY = 'roomfolio.provider-login'

export const keepLogin = (login: KeptLogin): void => sessionStorage.setItem(KEY, JSON.stringify(login))

/** Works once, as does the provider's answer. */
export const takeLogin = (): KeptLogin | undefined => {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? undefined : (JSON.parse(text) as KeptLogin)
}
