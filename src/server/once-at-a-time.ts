/** The same work, which those who ask for it while it is being done share. */
export const onceAtATime = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<T> | undefined
  return () => (underWay ??= work().finally(() => (underWay = undefined)))
}
