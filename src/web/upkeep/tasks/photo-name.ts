import { LIMITS } from '../../../shared/contract/limits.ts'

/** What the photo of a task that was done is called among the files of its item. */
export const displayNameOf = (task: string, filename: string): string => {
  const extension = /\.\w{1,5}$/.exec(filename)?.[0] ?? ''
  return `${[...task].slice(0, LIMITS.displayName - extension.length).join('')}${extension}`
}
