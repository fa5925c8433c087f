import {
  changeLinkedCopies,
  listLinkedCopies,
  saysChanged,
  type ChangedText,
  type FoundOthers,
  type Other,
} from '../../../shared/items/bulk/linked-copies.api.ts'
import { ITEMS_AT_ONCE } from '../../../shared/items/bulk/bulk-changes.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'

/** The linked copies that still have an old value of one of these texts. */
export const withOldValue = (others: readonly Other[], changed: readonly ChangedText[], texts: Texts): Other[] =>
  others.filter(({ values }) => changed.some(({ text, was }, at) => texts.has(text) && values[at] === was))

export type Texts = ReadonlySet<ChangedText['text']>

interface BulkChange {
  itemID: number
  eventID: number
  changed: FoundOthers['changed']
  texts: Texts
  /** Those that were listed and stayed selected. */
  itemIDs: readonly number[]
  /** The last one listed, if all copies after it are to be changed too. */
  remainingAfter: number | undefined
}

interface BulkResult {
  count: number
  eventIDs: number[]
  message: string
  /** The error that ended the run early; absent if the user stopped it. */
  error?: unknown
  /** The item itself was changed again, so the remaining copies were left unchanged. */
  isStale: boolean
}

/**
 * Changes linked copies in batches of 500, each batch all or nothing. If the user stops or an error occurs, it returns what was
 * changed so far; it throws if nothing was changed.
 */
export const changeInBatches = async (
  bulkChange: BulkChange,
  onBatch: (processed: number) => void,
  signal: AbortSignal,
): Promise<BulkResult> => {
  const { eventID, texts, changed } = bulkChange
  const eventIDs: number[] = []
  const kept: Other[] = []
  let count = 0
  let processed = 0
  let error: unknown
  let isStale = false
  try {
    for await (const itemIDs of batchesOf(bulkChange, signal, () => (isStale = true))) {
      try {
        const answer = await call(changeLinkedCopies, { body: { eventID, itemIDs, texts: [...texts] } })
        count += answer.itemIDs.length
        eventIDs.push(...answer.eventIDs)
        kept.push(...answer.kept)
      } catch (problem) {
        if (!(problem instanceof ApiError && problem.code === 'changed_since')) throw problem
        // Every copy in this batch has been changed since it was listed.
        error = problem
      }
      processed += itemIDs.length
      onBatch(processed)
    }
    if (count > 0) error = undefined
  } catch (problem) {
    error = problem
  }
  if (count === 0 && error !== undefined) throw error
  const labels = changed.filter(({ text }) => texts.has(text)).map(({ label }) => label)
  return { count, eventIDs, message: saysChanged(labels, count, kept), error, isStale }
}

async function* batchesOf(
  { itemID, eventID, changed, texts, itemIDs, remainingAfter }: BulkChange,
  signal: AbortSignal,
  onStale: () => void,
) {
  for (let at = 0; at < itemIDs.length && !signal.aborted; at += ITEMS_AT_ONCE)
    yield itemIDs.slice(at, at + ITEMS_AT_ONCE)
  let after = remainingAfter
  while (after !== undefined && !signal.aborted) {
    const found: FoundOthers = await call(listLinkedCopies, { query: { itemID, after } })
    // The item itself was changed again.
    if (found.eventID !== eventID) return onStale()
    const matching = withOldValue(found.others, changed, texts)
    if (matching.length > 0 && !signal.aborted) yield matching.map((other) => other.itemID)
    after = found.more > 0 ? found.others.at(-1)?.itemID : undefined
  }
}
