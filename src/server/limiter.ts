interface Limits {
  /** How many are at work: of all keys together, and of one. */
  atOnce?: number
  ofOne?: number
  /** How many more of one key may wait, and for how many milliseconds. */
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
   * Resolves with the function that ends the turn when it is the turn of the key. Rejects with the refusal where too
   * many of the key wait or it waited too long, and with the reason of `signal`.
   */
  begin(key: number, signal?: AbortSignal): Promise<() => void>
  run<T>(key: number, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Refuses all who wait. */
  clear(): void
}

/** Bounds how many are at work at once. Keys, such as users, take turns: who asks for much waits for it themselves. */
export const openLimiter = (limits: Limits): Limiter => {
  const { atOnce = Infinity, ofOne = Infinity, mostWaiting, longestWait, refusal } = limits
  /** The key whose turn is next stands first. */
  const lines = new Map<number, Line>()
  let atWork = 0

  const putLast = (key: number, line: Line): void => {
    lines.delete(key)
    if (line.atWork + line.waiting.length > 0) lines.set(key, line)
  }

  // A line that is put last while the loop runs is visited again.
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
      // SQLite answers at once: without a pause one key's whole line would run before anybody else is heard.
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
