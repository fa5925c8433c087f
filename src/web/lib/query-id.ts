import { isQueryID } from '../../shared/contract/is-id.ts'
import { NothingHere } from './errors.ts'

/** An id in the address of a page; undefined if absent. Throws NothingHere if it is invalid. */
export const queryIDOf = (request: Request, name: string): number | undefined => {
  const text = new URL(request.url).searchParams.get(name)
  if (!text) return undefined
  if (!isQueryID(text)) throw new NothingHere()
  return Number(text)
}
