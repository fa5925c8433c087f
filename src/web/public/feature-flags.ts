import type { LeftOut } from '../../shared/public/prerendered-pages.ts'

/** The features that this installation lacks, from the document; during the build, for the pages that it prerenders. */
let leftOut = (globalThis.document as Document | undefined)?.documentElement.dataset['leftOut'] ?? ''

export const isLeftOut = (part: LeftOut): boolean => leftOut.includes(part)

/** For the build. */
export const leaveOut = (parts: readonly LeftOut[]): void => {
  leftOut = parts.join(' ')
}
