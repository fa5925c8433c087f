import { isQueryID } from '../../shared/contract/is-id.ts'
import { NothingHere } from './errors.ts'

/** The identifier that a page's address names; undefined if it names none. What is no identifier leads nowhere. */
export const queryIDOf = (request: Request, name: string): number | undefined => {
  const text = new URL(request.url).searchParams.get(name)
  if (!text) return undefined
  if (!isQueryID(text)) throw new NothingHere()
  return Number(text)
}
