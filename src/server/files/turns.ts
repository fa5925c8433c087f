interface Waiting {
  since: number
  begin: () => void
  refuse: () => void
}

interface Limits {
  /** Beside the one at work. */
  mostWaiting: number
  /** In milliseconds. */
  longestWait: number
  /** What those hear who are not waited for. */
  refusal: () => Error
}

/**
 * Work that is done one at a time, in turn by whom it is for: whoever asks for much waits for it themselves. Where too
 * many wait, the last of the longest line are turned away.
 */
export const openTurns = ({ mostWaiting, longestWait, refusal }: Limits) => {
  /** Whose turn it is next stands first. */
  const lines = new Map<number, Waiting[]>()
  let waiting = 0
  let isAtWork = false
  /** Whose turn it was last. */
  let served: number | undefined

  const takeFrom = (whose: number, at: number): Waiting | undefined => {
    const line = lines.get(whose) ?? []
    const [taken] = line.splice(at, 1)
    if (line.length === 0) lines.delete(whose)
    if (taken) waiting--
    return taken
  }

  const refuseOne = () => {
    const [longest] = [...lines].reduce((most, one) => (one[1].length > most[1].length ? one : most))
    takeFrom(longest, -1)?.refuse()
  }

  const next = () => {
    isAtWork = false
    while (!isAtWork && waiting > 0) {
      const [first = 0, second = first] = lines.keys()
      const whose = first === served ? second : first
      const one = takeFrom(whose, 0)
      const line = lines.get(whose)
      // Behind all the others.
      if (line && lines.delete(whose)) lines.set(whose, line)
      if (one && performance.now() - one.since < longestWait) {
        isAtWork = true
        served = whose
        one.begin()
      } else one?.refuse()
    }
  }

  return {
    /** Whoever's `signal` is aborted waits no longer; what is at work by then is left to that itself. */
    take: <T>(whose: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const leave = () => {
          takeFrom(whose, lines.get(whose)?.indexOf(one) ?? 0)
          reject(signal?.reason as Error)
        }
        const stopListening = () => signal?.removeEventListener('abort', leave)
        const one: Waiting = {
          since: performance.now(),
          begin: () => {
            stopListening()
            void work().then(resolve, reject).finally(next)
          },
          refuse: () => {
            stopListening()
            reject(refusal())
          },
        }
        signal?.addEventListener('abort', leave)
        const line = lines.get(whose) ?? []
        lines.set(whose, line)
        line.push(one)
        if (++waiting > mostWaiting + (isAtWork ? 0 : 1)) refuseOne()
        if (!isAtWork) next()
      }),

    /** Turns away everybody who waits. */
    clear(): void {
      while (waiting > 0) refuseOne()
    },
  }
}
