import { askToLogOutAtProvider } from '../../../shared/identity/openid-connect.api.ts'
import { call } from '../../lib/call.ts'

/** Where the provider ends this session, too; null if it does not say. */
export const logOutAddress = async (): Promise<string | null> => {
  try {
    return (await call(askToLogOutAtProvider)).address
  } catch (error) {
    console.warn(error)
    return null
  }
}
