import { appState } from './app-state.ts'
import type { LeftOut } from '../../shared/public/prerendered-pages.ts'

/** The features that this installation lacks, from the document, or from the server while it prerenders. */
const flags = appState(() => ({
  leftOut: (globalThis.document as Document | undefined)?.documentElement.dataset['leftOut'] ?? '',
}))

export const isFeatureDisabled = (part: LeftOut): boolean => flags().leftOut.includes(part)

/** For prerendering. */
export const setDisabledFeatures = (parts: readonly LeftOut[]): void => {
  flags().leftOut = parts.join(' ')
}
