import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useOwner } from '../session.ts'
import { draftKey, readDraft, removeDraft, writeDraft } from './draft-store.ts'
import { screenOf } from './unsaved-guard.ts'

/** Text typed before a reload. */
export interface KeptDraft {
  /** It is in the form again. If the stored data has changed since, the user decides. */
  isRestored: boolean
  restore: () => void
  discard: () => void
}

interface Options<Value> {
  restore: (value: Value) => void
  discard: () => void
  /** The stored data that it was based on. */
  baseOf?: (value: Value) => unknown
}

/**
 * Keeps unsaved text in this tab, by page and account, so that it survives a reload and a tab that the phone discards. It
 * is removed when it is saved, the form is left or the user logs out. `value` is undefined while nothing is unsaved;
 * forms without a name are not kept.
 */
export const useKeptDraft = <Value>(
  form: string | undefined,
  value: Value | undefined,
  { restore, discard, baseOf = () => '' }: Options<Value>,
): KeptDraft | undefined => {
  const screen = screenOf(useLocation())
  const owner = useOwner()
  const key = form === undefined ? undefined : draftKey(owner, screen, form)
  const [found, setFound] = useState<{ value: Value; isRestored: boolean; text: string }>()
  if (found?.isRestored && value === undefined) setFound(undefined)

  const takeUp = useEffectEvent(() => {
    const text = key === undefined ? null : readDraft(key)
    if (text === null) return
    const kept = JSON.parse(text) as { base: unknown; value: Value }
    const isRestored = JSON.stringify(kept.base) === JSON.stringify(baseOf(kept.value))
    if (isRestored) restore(kept.value)
    setFound({ value: kept.value, isRestored, text })
  })
  useLayoutEffect(() => {
    let isHere = true
    queueMicrotask(() => isHere && takeUp())
    return () => {
      isHere = false
    }
  }, [key])

  const text = value === undefined ? found?.text : JSON.stringify({ base: baseOf(value), value })
  useEffect(() => {
    if (key === undefined || text === undefined) return
    writeDraft(key, text)
    return () => removeDraft(key)
  }, [key, text])

  return (
    found && {
      isRestored: found.isRestored,
      restore: () => {
        restore(found.value)
        setFound({ ...found, isRestored: true })
      },
      discard: () => {
        if (found.isRestored) discard()
        setFound(undefined)
      },
    }
  )
}
