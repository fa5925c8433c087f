import { LIMITS } from '../../../shared/contract/limits.ts'

/** The name of a completed task's photo among the item's files. */
export const displayNameOf = (task: string, filename: string): string => {
  const extension = /\.\w{1,5}$/.exec(filename)?.[0] ?? ''
  return `${[...task].slice(0, LIMITS.displayName - extension.length).join('')}${extension}`
}
