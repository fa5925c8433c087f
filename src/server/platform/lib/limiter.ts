interface Limits {
  /** How many run at once: in total, and per key. */
  atOnce?: number
  ofOne?: number
  /** How many more may wait per key, and for how many milliseconds. */
  mostWaiting: number
  longestWait?: number
  refusal: () => Error
}

interface Waiting {
  begin(): void
  refuse(reason: Error): void
}

interface Line {
  atWork: number
  waiting: Waiting[]
}

export interface Limiter {
  /**
   * Waits for a slot and resolves with a function that releases it. Rejects with `refusal` if too many of the key wait
   * or the wait is too long, and with the reason of `signal`.
   */
  begin(key: number, signal?: AbortSignal): Promise<() => void>
  run<T>(key: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Rejects all that wait. */
  clear(): void
}

/** A fair concurrency limiter: keys, such as users, take turns, so heavy users only delay themselves. */
export const openLimiter = (limits: Limits): Limiter => {
  const { atOnce = Infinity, ofOne = Infinity, mostWaiting, longestWait, refusal } = limits
  /** In order of turns; the next key comes first. */
  const lines = new Map<number, Line>()
  let atWork = 0

  const putLast = (key: number, line: Line): void => {
    lines.delete(key)
    if (line.atWork + line.waiting.length > 0) lines.set(key, line)
  }

  // Iteration visits a line again that is moved to the end of the map.
  const admit = (): void => {
    for (const [key, line] of lines) {
      if (atWork >= atOnce) return
      if (line.atWork >= ofOne) continue
      const next = line.waiting.shift()
      if (!next) continue
      atWork++
      line.atWork++
      putLast(key, line)
      next.begin()
    }
  }

  const endOf = (key: number, line: Line): (() => void) => {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      atWork--
      line.atWork--
      putLast(key, line)
      // SQLite is synchronous: without a pause one key's entire line would run before other requests arrive.
      setImmediate(admit)
    }
  }

  const begin: Limiter['begin'] = (key, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const line = lines.get(key) ?? { atWork: 0, waiting: [] }
      lines.set(key, line)
      let timer: NodeJS.Timeout | undefined
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const waiting: Waiting = {
        begin: () => {
          stopWaiting()
          resolve(endOf(key, line))
        },
        refuse: (reason) => {
          stopWaiting()
          line.waiting = line.waiting.filter((other) => other !== waiting)
          if (line.atWork + line.waiting.length === 0) lines.delete(key)
          reject(reason)
        },
      }
      const onAbort = () => waiting.refuse(signal?.reason as Error)
      signal?.addEventListener('abort', onAbort)
      line.waiting.push(waiting)
      admit()
      if (!line.waiting.includes(waiting)) return
      if (line.waiting.length > mostWaiting) waiting.refuse(refusal())
      else if (longestWait !== undefined) timer = setTimeout(() => waiting.refuse(refusal()), longestWait)
    })

  return {
    begin,
    async run(key, work, signal) {
      const end = await begin(key, signal)
      try {
        return await work()
      } finally {
        end()
      }
    },
    clear() {
      for (const { waiting } of [...lines.values()]) for (const one of waiting) one.refuse(refusal())
    },
  }
}
