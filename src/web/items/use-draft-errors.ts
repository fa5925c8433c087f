import { useState } from 'react'
import { draftErrors, type DraftErrors, type DraftName, type ItemDraft } from './item-draft.ts'

/** The errors of a draft's fields; each is shown once its field was left, all when the form was sent. */
export const useDraftErrors = (draft: ItemDraft) => {
  const [left, setLeft] = useState<readonly DraftName[]>([])
  const [refused, setRefused] = useState<{ draft: ItemDraft; errors: DraftErrors }>()
  const errors = draftErrors(draft)
  /** What the server said holds for as long as the text it was said of stands. */
  const stillRefused = Object.entries(refused?.errors ?? {}).filter(
    ([name]) => refused?.draft[name as DraftName] === draft[name as DraftName],
  )
  const shown: DraftErrors = {
    ...Object.fromEntries(stillRefused),
    ...Object.fromEntries(left.filter((name) => errors[name]).map((name) => [name, errors[name]])),
  }
  return {
    shown,
    leave: (name: DraftName) => setLeft((names) => [...new Set([...names, name])]),
    /** Shows all of them; whether there are none. */
    check: (): boolean => {
      const wrong = Object.keys(errors) as DraftName[]
      setLeft((names) => [...new Set([...names, ...wrong])])
      return wrong.length === 0
    },
    refuse: (byServer: DraftErrors) => setRefused({ draft, errors: byServer }),
    forget: () => {
      setLeft([])
      setRefused(undefined)
    },
  }
}
