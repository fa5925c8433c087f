import type { Attachment } from '../../shared/items/items.api.ts'
import type { ProblemBody, ProblemCode } from '../../shared/contract/problem.ts'
import { appFetch } from '../lib/app-state.ts'
import { SignInFirst } from '../lib/errors.ts'
import { requireOwnAnswer } from '../lib/sign-in.ts'
import { toast } from '../lib/toasts.ts'
import { fileAddress } from '../lib/file-address.ts'

export const couldNot = (attachment: Attachment): string => `Unable to download "${attachment.name}"`

/** Errors about a stored file that is missing or damaged are shown in full; others are not useful to users. */
const SHOWN_PROBLEMS: readonly string[] = ['file_missing', 'file_damaged'] satisfies ProblemCode[]

const reasonOf = async (answer: Response): Promise<string> => {
  if (!answer.headers.get('Content-Type')?.includes('json')) return ''
  const { code, message } = (await answer.json()) as ProblemBody
  return SHOWN_PROBLEMS.includes(code) ? `. ${message}` : ''
}

/** Why a file cannot be fetched, also logged; undefined if it can. */
export const unavailableReason = async (attachment: Attachment): Promise<string | undefined> => {
  const address = fileAddress(attachment)
  try {
    const answer = await appFetch(address, { headers: { Range: 'bytes=0-0' }, redirect: 'manual' })
    requireOwnAnswer(answer)
    // An empty file has no first byte.
    if (answer.ok || answer.status === 416) return undefined
    const words = couldNot(attachment) + (await reasonOf(answer))
    console.error(`${address} answered ${answer.status}`)
    toast({ kind: 'error', text: words })
    return words
  } catch (error) {
    console.error(error)
    toast({ kind: 'error', text: error instanceof SignInFirst ? error.message : 'No server response' })
    return couldNot(attachment)
  }
}

/** Saves a file to disk. It first checks that the file is available, because the browser would show a failed download as a page. */
export const saveToDisk = async (attachment: Attachment): Promise<void> => {
  if ((await unavailableReason(attachment)) !== undefined) return
  const link = document.createElement('a')
  link.href = fileAddress(attachment)
  link.download = attachment.filename
  link.click()
}
