import { SECOND } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Downloads } from '../../attachments/downloads.ts'
import type { Prepare } from '../../papers/paper-pictures.ts'
import { makePaper } from '../../papers/papers.service.ts'
import type { Services } from '../../services.ts'

/** Proxies time out after a minute without data, and no data is sent while the book is made. */
const MOST_FOR_BOOK = 45 * SECOND

export type Book = { pdf: Buffer } | { without: 'too large' | 'not now' }

interface MakingBook extends Pick<Prepare, 'find' | 'log'> {
  projectID: number
  languages: string
  downloads: Downloads
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  most?: number
}

/**
 * The spec book of a project as the actor sees it, or the reason why the project file goes without it. Counts as one of
 * the actor's downloads until `written` is called. Throws `not_found` if they can no longer read the project, and the
 * reason of `signal`.
 */
export const bookOfProject = async (
  services: Services,
  actor: Actor,
  { projectID, languages, downloads, signal, most = MOST_FOR_BOOK, find, log }: MakingBook,
): Promise<{ book: Book; written: () => void }> => {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(new Error('the book took too long')), most)
  const gone = AbortSignal.any([signal, tooLong.signal])
  const { userID } = actor
  let written = () => {}
  try {
    written = await downloads.made.begin(userID, gone)
    const asked = { query: { projectID, kind: 'book' as const }, languages }
    const { pdf } = await makePaper(services, actor, asked, { find, log, gone })
    return { book: { pdf }, written }
  } catch (error) {
    written()
    signal.throwIfAborted()
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'not_found') throw error
    log.warn({ err: error, userID, projectID }, 'a project file has no spec book')
    return { book: { without: code === 'paper_too_large' ? 'too large' : 'not now' }, written }
  } finally {
    clearTimeout(timer)
  }
}
