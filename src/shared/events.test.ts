import { expect, it } from 'vitest'
import { EVENTS, type EventKind } from './events.ts'

/** Rows store the kinds, and programs of users depend on the topics and types. */
const KINDS_IN_EVERY_VERSION = `
  file attached = file, file.attached
  file captioned = file, file.captioned
  file deleted = file, file.deleted
  file removed = file, file.removed
  file renamed = file, file.renamed
  file restored = file, file.restored
  files reordered = file, files.reordered
  item changed = item, item.changed
  item copied = item, item.copied
  item created = item, item.created
  item deleted = item, item.deleted
  item kind changed = item, item.kind_changed
  item moved = item, item.moved
  item needed again = item, item.needed_again
  item others left = item, item.others_left
  item removed = item, item.removed
  item restored = item, item.restored
  item set aside = item, item.set_aside
  items changed = item, items.changed
  items changed too = item, items.changed_too
  items copied = item, items.copied
  items deleted = item, items.deleted
  items imported = item, items.imported
  items moved = item, items.moved
  items removed = item, items.removed
  items reordered = item, items.reordered
  items restored = item, items.restored
  items undone = item, items.undone
  link changed = link, link.changed
  link created = link, link.created
  link taken back = link, link.taken_back
  member changed = member, member.changed
  member invited = member, member.invited
  member joined = member, member.joined
  member left = member, member.left
  member removed = member, member.removed
  member uninvited = member, member.uninvited
  photo added = photo, photo.added
  photo turned = photo, photo.turned
  photos deleted = photo, photos.deleted
  photos removed = photo, photos.removed
  photos restored = photo, photos.restored
  photos sorted = photo, photos.sorted
  photos unsorted = photo, photos.unsorted
  project changed = project, project.changed
  project copied = project, project.copied
  project created = project, project.created
  project created from template = project, project.created_from_template
  project deleted = project, project.deleted
  project handed over = project, project.handed_over
  project kept as template = project, project.kept_as_template
  project offer declined = project, project.offer_declined
  project offer taken back = project, project.offer_taken_back
  project offered = project, project.offered
  project restored = project, project.restored
  revision imported = revision, revision.imported
  revision issued = revision, revision.issued
  revision removed = revision, revision.removed
  room changed = room, room.changed
  room copied = room, room.copied
  room created = room, room.created
  room deleted = room, room.deleted
  room moved away = room, room.moved_away
  room moved here = room, room.moved_here
  room needed again = room, room.needed_again
  room removed = room, room.removed
  room restored = room, room.restored
  room set aside = room, room.set_aside
  rooms moved away = room, rooms.moved_away
  rooms moved here = room, rooms.moved_here
  rooms removed = room, rooms.removed
  rooms reordered = room, rooms.reordered
  rooms restored = room, rooms.restored
  task changed = task, task.changed
  task created = task, task.created
  task deleted = task, task.deleted
  task done = task, task.done
  task put off = task, task.put_off
  task skipped = task, task.skipped
  task undone = task, task.undone
`

it('stores the same kinds and sends the same topics and types to webhooks in every version', () => {
  const kinds = Object.keys(EVENTS).toSorted() as EventKind[]
  const lines = kinds.map((kind) => `${kind} = ${EVENTS[kind].topic}, ${EVENTS[kind].type}`)
  expect(lines).toEqual(
    KINDS_IN_EVERY_VERSION.trim()
      .split('\n')
      .map((line) => line.trim()),
  )
})
