import type { LeftOut } from '../../shared/public/prerendered-pages.ts'

/** What each document says that this installation goes without; the build says it for those that it makes ready. */
let leftOut = (globalThis.document as Document | undefined)?.documentElement.dataset['leftOut'] ?? ''

export const isLeftOut = (part: LeftOut): boolean => leftOut.includes(part)

/** For the build. */
export const leaveOut = (parts: readonly LeftOut[]): void => {
  leftOut = parts.join(' ')
}
