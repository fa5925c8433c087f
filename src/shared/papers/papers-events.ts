import { eventsOf, type AboutProject } from '../history/event-spec.ts'

interface RevisionThen {
  number: number
  note: string
}

const ofRevision = eventsOf<AboutProject>('revision')

export const PAPERS_EVENTS = {
  /** A spec book, archived as it was at that time. */
  'revision issued': ofRevision<null, RevisionThen>('revision.issued', 'Revision Issued'),
  /** Came with a project file from the installation that issued it. */
  'revision imported': ofRevision<null, RevisionThen>('revision.imported', 'Revision Imported'),
  'revision removed': ofRevision<RevisionThen, null>('revision.removed', 'Revision Removed'),
}
