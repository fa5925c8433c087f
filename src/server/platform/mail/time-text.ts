import { dateInWords } from '../../../shared/lib/dates.ts'

/** A time for readers in any time zone: "Jan 30, 2031, 16:05 UTC". */
export const timeText = (iso: string): string => `${dateInWords(iso.slice(0, 10), 'en-US')}, ${iso.slice(11, 16)} UTC`
