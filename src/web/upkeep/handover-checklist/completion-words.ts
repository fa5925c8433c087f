import type { Readiness } from '../../../shared/upkeep/handover-checklist.api.ts'

/** What the percentage counts. */
export const completionWords = ({ things, missing }: Pick<Readiness, 'things' | 'missing'>): string =>
  things === 1 ? `${things - missing} of 1 done` : `${things - missing} of ${things.toLocaleString('en')} done`
