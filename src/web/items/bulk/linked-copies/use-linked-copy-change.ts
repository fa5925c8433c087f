import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  leaveLinkedCopies,
  listLinkedCopies,
  type ChangedText,
  type FoundOthers,
} from '../../../../shared/items/bulk/linked-copies.api.ts'
import { ITEMS_AT_ONCE } from '../../../../shared/items/bulk/bulk-changes.api.ts'
import { call } from '../../../lib/call.ts'
import { sentence } from '../../../lib/errors.ts'
import { useAskBeforeUnload } from '../../../lib/forms/ask-before-unload.ts'
import { toast } from '../../../lib/toasts.ts'
import { useUndoEvent } from '../../../history/use-undo-event.ts'
import { changeInBatches, withOldValue } from '../change-in-batches.ts'
import type { LinkedCopiesOffer } from './find-linked-copies.ts'

interface Going {
  /** The number of copies processed so far. */
  processed: number
  isStopping?: true
}

const CHANGED_AGAIN = 'this item was just changed again'
const WORDS = {
  404: 'One of the copies no longer exists, so nothing was changed',
  409: (serverText: string) => serverText,
  other: 'Unable to update the copies',
}

/** The selection of linked copies to change, and the change itself, batch by batch. */
export const useLinkedCopyChange = (found: LinkedCopiesOffer, onClose: () => void) => {
  const { itemID, eventID, changed, leftOut } = found
  const [{ others, more }, setShown] = useState<Pick<FoundOthers, 'others' | 'more'>>(found)
  const [texts, setTexts] = useState(new Set(changed.map(({ text }) => text)))
  const [deselected, setDeselected] = useState<ReadonlySet<number>>(new Set())
  const [includeRemaining, setIncludeRemaining] = useState(true)
  const [failure, setFailure] = useState<string>()
  const [progress, setProgress] = useState<Going>()
  const running = useRef<AbortController>(undefined)
  const { revalidate } = useRevalidator()
  const undoOf = useUndoEvent()
  useAskBeforeUnload(progress !== undefined)

  const offered = withOldValue(others, changed, texts)
  const itemIDs = offered.map((other) => other.itemID).filter((id) => !deselected.has(id))
  const remaining = includeRemaining ? more : 0
  const toggled = <Value>(set: ReadonlySet<Value>, values: readonly Value[], isIn: boolean): Set<Value> => {
    const next = new Set(set)
    for (const value of values)
      if (isIn) next.add(value)
      else next.delete(value)
    return next
  }

  const leave = async () => {
    if (progress) return
    setProgress({ processed: 0 })
    try {
      await call(leaveLinkedCopies, { body: { eventID } })
      onClose()
    } catch (error) {
      setFailure(sentence(error, { other: 'Unable to save your answer' }))
      setProgress(undefined)
    }
  }

  const change = async () => {
    if (progress) return
    setProgress({ processed: 0 })
    setFailure(undefined)
    running.current = new AbortController()
    const { signal } = running.current
    try {
      const remainingAfter = remaining > 0 ? others.at(-1)?.itemID : undefined
      const bulkChange = { itemID, eventID, changed, texts, itemIDs, remainingAfter }
      const onRound = (processed: number) => setProgress((before) => ({ ...before, processed }))
      const { count, message, eventIDs, error, isStale } = await changeInBatches(bulkChange, onRound, signal)
      if (count === 0 && isStale) {
        setFailure('This item was just changed again, so nothing was updated')
        setProgress(undefined)
        return
      }
      // Deselected copies are answered as well.
      const isDecided = error === undefined && !isStale && !signal.aborted
      if (isDecided && count < others.length + more)
        await call(leaveLinkedCopies, { body: { eventID } }).catch(console.error)
      onClose()
      const rest =
        error !== undefined
          ? `. The rest stayed as it was: ${sentence(error, { ...WORDS, 404: 'one of the copies no longer exists' })}`
          : isStale
            ? `. The rest stayed as it was: ${CHANGED_AGAIN}`
            : signal.aborted && itemIDs.length + remaining > ITEMS_AT_ONCE
              ? '. Stopped: the rest stayed as it was'
              : ''
      toast({
        kind: error === undefined && !isStale ? 'success' : 'error',
        text: message + rest,
        action: undoOf(eventIDs),
      })
      await revalidate()
    } catch (error) {
      setFailure(sentence(error, WORDS))
      setProgress(undefined)
    }
  }

  const showMore = async () => {
    try {
      const next = await call(listLinkedCopies, { query: { itemID, after: others.at(-1)?.itemID ?? 0 } })
      // If the item itself was changed again, no more are offered.
      const isStill = next.eventID === eventID
      setShown({ others: isStill ? [...others, ...next.others] : others, more: isStill ? next.more : 0 })
    } catch (error) {
      setFailure(sentence(error, { ...WORDS, other: 'Unable to show more' }))
    }
  }

  return {
    changed,
    offered,
    stay: [...others.filter((other) => !offered.includes(other)), ...leftOut],
    texts,
    choose: ({ text }: ChangedText, isSelected: boolean) => setTexts(toggled(texts, [text], isSelected)),
    deselected,
    toggle: (ids: readonly number[], isSelected: boolean) => setDeselected(toggled(deselected, ids, !isSelected)),
    itemIDs,
    more,
    includeRemaining,
    setIncludeRemaining,
    /** The number of copies that would change; undefined if copies that are not listed may have an old value of another text. */
    count: remaining > 0 && texts.size < changed.length ? undefined : itemIDs.length + remaining,
    most: itemIDs.length + remaining,
    canChange: texts.size > 0 && itemIDs.length + remaining > 0,
    failure,
    going: progress,
    change: () => void change(),
    leave: () => void leave(),
    showMore: () => void showMore(),
    stop: () => {
      running.current?.abort()
      setProgress((before) => before && { ...before, isStopping: true })
    },
  }
}
