/**
 * Does work with a signal that aborts with `signal`, and when so many milliseconds are over. AbortSignal.timeout would not
 * do: Node.js 20 collects it as garbage while it waits in AbortSignal.any, and then it never aborts.
 */
export const withDeadline = async <T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('It took too long.', 'TimeoutError')), ms)
  try {
    return await work(AbortSignal.any([signal, late.signal]))
  } finally {
    clearTimeout(timer)
  }
}
