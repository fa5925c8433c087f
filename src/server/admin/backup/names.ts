/** 2026-03-09T184500Z, as part of a file name. */
const timeInName = (time: Date): string =>
  time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')

export const nameOfBackup = (time: Date): string => `roomfolio-${timeInName(time)}.zip`
export const nameOfScheduledBackup = (time: Date): string => `roomfolio-scheduled-${timeInName(time)}.zip`

/** The name of a backup without all files says so. */
export const finishedName = (path: string, isComplete: boolean): string =>
  isComplete ? path : path.replace(/(\.zip)?$/, '-incomplete$1')

export const partialName = (path: string, mark: string): string => `${path}.${mark}.partial`

const SCHEDULED = /^roomfolio-scheduled-\d{4}-\d\d-\d\dT\d{6}Z(-incomplete)?\.zip$/
const PARTIAL = /\.zip\.[0-9a-f]{8}\.partial$/

export const isPartial = (name: string): boolean => PARTIAL.test(name)

/** Names of scheduled backups to remove: the newest complete ones and the newest incomplete ones are kept. */
export const outdatedNames = (names: readonly string[], keep: number): string[] => {
  const scheduled = names.filter((name) => SCHEDULED.test(name)).sort()
  const [complete, incomplete] = [false, true].map((lacks) =>
    scheduled.filter((name) => name.endsWith('-incomplete.zip') === lacks),
  )
  return [complete ?? [], incomplete ?? []].flatMap((group) => group.slice(0, Math.max(0, group.length - keep)))
}
