import type { PAPERS_EVENTS } from '../../shared/papers/papers-events.ts'
import { readAs, type Readers } from '../history/readable-event.ts'

const revisionThen = ({ number, note }: { number: number; note: string }): string =>
  [`Revision ${number}`, ...(note === '' ? [] : [note])].join(': ')

export const READ_PAPERS_EVENTS: Readers<typeof PAPERS_EVENTS> = {
  'revision issued': (_, after) => readAs({ is: revisionThen(after) }),
  'revision imported': (_, after) => readAs({ is: revisionThen(after) }),
  'revision removed': (before) => readAs({ was: revisionThen(before) }),
}
