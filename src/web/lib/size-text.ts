const STEPS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const

/** A human-readable size, such as '25 MB'; units are multiples of 1024. */
export const sizeText = (bytes: number): string => {
  const step = Math.min(STEPS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const shown = Math.round((bytes / 1024 ** step) * 10) / 10
  return `${shown} ${STEPS[step]}`
}
