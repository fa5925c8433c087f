import type { Topic } from '../../../shared/history/event-spec.ts'

export const TOPIC_NAMES: Readonly<Record<Topic, string>> = {
  item: 'Items',
  file: 'Files',
  room: 'Rooms',
  task: 'Tasks',
  photo: 'Photo inbox',
  project: 'The project',
  member: 'People',
  link: 'Read-only links',
  revision: 'Revisions',
}
