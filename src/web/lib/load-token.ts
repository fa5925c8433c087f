import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { ApiError } from './errors.ts'
import { currentSession } from './session.ts'
import { pendingSite } from './pending-site.ts'

const NO_TOKEN = 'This link is incomplete. Open the full link you were sent.'

/** What a token opens, with the data its page needs; a sentence instead if it opens nothing. */
export const loadToken = async <T>(token: string, open: (token: string) => Promise<T>) => {
  const opened = async (): Promise<T | string> => {
    try {
      return token === '' ? NO_TOKEN : await open(token)
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return error.message
      throw error
    }
  }
  const [what, site] = await Promise.all([
    opened(),
    pendingSite(),
    currentSession().catch((error: unknown) => console.error(error)),
  ])
  return { token, what, registration: site?.registration ?? 'open' }
}

/** Opening another such link on the same page changes only the hash, so it needs an explicit reload. */
export const useReloadOnNewToken = () => {
  const { hash } = useLocation()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (location.hash !== '') void revalidate()
  }, [hash, revalidate])
}
