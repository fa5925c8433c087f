import { useState } from 'react'

export interface Ordering {
  /** Ordering mode is on. */
  isOn: boolean
  /** It has just ended: the button that started it takes the focus back. */
  hasEnded: boolean
  start: () => void
  end: () => void
}

/** A page's ordering mode. */
export const useOrdering = (): Ordering => {
  const [state, setState] = useState<'before' | 'on' | 'ended'>('before')
  return {
    isOn: state === 'on',
    hasEnded: state === 'ended',
    start: () => setState('on'),
    end: () => setState('ended'),
  }
}
