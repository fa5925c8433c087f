import { queryID } from '../../shared/contract/id.ts'
import { NothingHere } from './errors.ts'

/** The identifier that a page's address names; undefined if it names none. What is no identifier leads nowhere. */
export const queryIDOf = (request: Request, name: string): number | undefined => {
  const text = new URL(request.url).searchParams.get(name)
  if (!text) return undefined
  const parsed = queryID.safeParse(text)
  if (!parsed.success) throw new NothingHere()
  return parsed.data
}
