import type { FastifyBaseLogger } from 'fastify'
import { SLOTS, slotNumber } from '../../shared/room-structure.ts'
import { extensionOf } from '../../shared/file-name.ts'
import { inOwnOrder, sortedBy } from '../../shared/order.ts'
import { isoTime } from '../clock.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { parseJSON } from '../db/engine.ts'
import { inPieces, zipOfFiles, type FileInZip, type SentZip } from '../files/zip-of-files.ts'
import { groupedBy } from '../grouped-by.ts'
import type { Services } from '../services.ts'
import { readExport, readHistory, type ExportRows } from './export.repo.ts'
import { folderNames } from './safe-name.ts'

const README = `Your data in Roomfolio

roomfolio.json  Your account with its reminders, and your projects and templates with who else has access to them, is
                invited, or has a read-only link, to whom they are offered, with their tasks, and with their rooms and items: the labels of each item with their values, its notes, and its files under
                the names that they have here, their captions, and whether they are the cover of the
                room or the project; the photos that wait in its inbox for an item; and the revisions issued of it.
files/          The files on your items: a folder for each project, in it one for each room, and in
                that one for each item; one for the photo inbox; and one for issued revisions. Characters that some systems do not allow are replaced by _.
history.json    What happened in your projects, by project: when, who, what was before and after. It also
                tells of what was deleted since.
MISSING.txt     Only where there are any: the files that the server has lost or damaged.

Not included: your password, what is in the trash, what opens your read-only links and invitations,
and uploads that are neither on an item nor in an inbox.
Times are in UTC.
`

/** An object as JSON, whose last member is a list of what is JSON already. */
function* withList(object: object, name: string, list: Iterable<Iterable<string>>): Generator<string> {
  yield `\n${JSON.stringify(object, null, 2).slice(0, -2)},\n  ${JSON.stringify(name)}: [`
  let comma = ''
  for (const element of list) {
    yield comma
    yield* element
    comma = ','
  }
  yield ']}'
}

/** Beside those of the rooms, none of which is called so. */
const INBOX_FOLDER = 'Photo Inbox'
const REVISIONS_FOLDER = 'Issued Revisions'

/** The ids of uploads. */
type Covers = Record<'project' | 'room', number | null>

/**
 * The text of roomfolio.json, an item at a time. When it is through, `files` has all files with their places in the ZIP.
 */
function* documentOf(exportedAt: string, rows: ExportRows, files: FileInZip[]): Generator<string> {
  const roomsOf = groupedBy(rows.rooms, (room) => room.project_id)
  const itemsOf = groupedBy(rows.items, (item) => item.room_id)
  const filesOf = groupedBy(rows.files, (file) => file.item_id)
  const membersOf = groupedBy(rows.members, (member) => member.project_id)
  const invitationsOf = groupedBy(rows.invitations, (invitation) => invitation.project_id)
  const linksOf = groupedBy(rows.links, (link) => link.project_id)
  const nameOfLabel = new Map(rows.labelNames.map(({ id, name }) => [id, name]))
  const photosOf = groupedBy(rows.photos, (photo) => photo.project_id)
  const issuedOf = groupedBy(rows.revisions, (revision) => revision.project_id)
  const offerOf = new Map(rows.offers.map((offer) => [offer.project_id, offer]))
  const tasksOf = groupedBy(rows.tasks, (task) => task.project_id)
  const labelsOf = groupedBy(rows.labels, (label) => label.subcategory_id)

  const fieldsOf = (item: ExportRows['items'][number]) => {
    const labels = labelsOf(item.subcategory_id)
    return SLOTS.flatMap((slot) => {
      const name = labels.find((label) => label.slot === slotNumber(slot))?.name
      const value = item[slot]
      // A value whose label was taken away since is told under its place.
      return name === undefined && value === '' ? [] : [{ name: name ?? `Field ${slotNumber(slot)}`, value }]
    })
  }

  /** `covers` has the uploads that are covers of the project and the room. */
  const attachments = (item: ExportRows['items'][number], covers: Covers, folder: () => string) => {
    const own = filesOf(item.id)
    if (own.length === 0) return []
    const [inFolder, nameIn] = [folder(), folderNames()]
    return own.map((file) => {
      // Somebody may have renamed it to what no program knows how to open.
      const missing = extensionOf(file.display_name) === '' ? extensionOf(file.original_name) : ''
      const path = `${inFolder}/${nameIn(file.display_name + missing)}`
      const { storage_key: storageKey, sha256 } = file
      files.push({ path, storageKey, sha256, size: file.size, storedAt: new Date(file.created_at) })
      const { display_name: name, original_name: originalName, caption, type, size, created_at: uploadedAt } = file
      const coverOf = (['project', 'room'] as const).filter((thing) => covers[thing] === file.upload_id)
      return { name, originalName, caption, ...(coverOf.length > 0 && { coverOf }), path, type, size, uploadedAt }
    })
  }

  const inboxOf = (projectID: number, inProject: string) => {
    const nameIn = folderNames()
    return photosOf(projectID).map((photo) => {
      const { original_name: name, room, created_at: addedAt, storage_key: storageKey, sha256, type, size } = photo
      const path = `${inProject}/${INBOX_FOLDER}/${nameIn(name)}`
      files.push({ path, storageKey, sha256, size, storedAt: new Date(addedAt) })
      return { name, path, ...(room !== null && { room }), type, size, addedAt }
    })
  }

  const revisionsOf = (projectID: number, inProject: string) => {
    const nameIn = folderNames()
    return issuedOf(projectID).map((revision) => {
      const { number, note, issued_by: issuedBy, created_at: issuedAt, original_name: name } = revision
      const { storage_key: storageKey, sha256, type, size } = revision
      const path = `${inProject}/${REVISIONS_FOLDER}/${nameIn(name)}`
      files.push({ path, storageKey, sha256, size, storedAt: new Date(issuedAt) })
      const isImported = revision.imported === 1
      const about = { ...(note !== '' && { note }), ...(isImported && { isImported }) }
      return { number, ...about, name, path, type, size, issuedBy, issuedAt }
    })
  }

  function* itemsIn(room: ExportRows['rooms'][number], ofProject: number | null, inRoom: string) {
    const covers = { room: room.cover_upload_id, project: ofProject }
    const itemFolder = folderNames()
    for (const item of itemsOf(room.id)) {
      const told = {
        itemID: item.id,
        title: item.title,
        category: item.category,
        subcategory: item.subcategory,
        fields: fieldsOf(item),
        notes: item.notes,
        files: attachments(item, covers, () => `${inRoom}/${itemFolder(item.title)}`),
        createdAt: item.created_at,
        updatedAt: item.updated_at,
      }
      yield [`\n${JSON.stringify(told, null, 2)}`]
    }
  }

  function* roomsIn(project: ExportRows['projects'][number], inProject: string) {
    const roomFolder = folderNames()
    for (const folder of [INBOX_FOLDER, REVISIONS_FOLDER]) roomFolder(folder)
    for (const room of inOwnOrder(roomsOf(project.id), ({ name }) => name)) {
      const { id: roomID, name, room_type: roomType, created_at: createdAt, updated_at: updatedAt } = room
      const inRoom = `${inProject}/${roomFolder(name)}`
      yield withList(
        { roomID, name, roomType, createdAt, updatedAt },
        'items',
        itemsIn(room, project.cover_upload_id, inRoom),
      )
    }
  }

  function* projects() {
    const projectFolder = folderNames()
    for (const project of sortedBy(rows.projects, ({ name }) => name)) {
      const {
        id: projectID,
        created_at: createdAt,
        updated_at: updatedAt,
        cover_upload_id: _,
        template,
        ...told
      } = project
      const inProject = `files/${projectFolder(project.name)}`
      const inbox = inboxOf(projectID, inProject)
      const revisions = revisionsOf(projectID, inProject)
      const members = membersOf(projectID).map(({ username, first_name, last_name, role }) => {
        return { username, name: `${first_name} ${last_name}`, role }
      })
      const invitations = invitationsOf(projectID).map(({ email, role, expires_at: until }) => ({
        to: email,
        role,
        until,
      }))
      const links = linksOf(projectID).map((link) => ({
        ...{ name: link.name, roomID: link.room_id, endsAt: link.ends_at, openedAt: link.opened_at },
        hides: {
          ...{ notes: link.hides_notes === 1, files: link.hides_files === 1 },
          labels: parseJSON(link.hidden_labels).flatMap((id) => nameOfLabel.get(id) ?? []),
        },
        createdAt: link.created_at,
      }))
      const shared = {
        ...(members.length > 0 && { members }),
        ...(invitations.length > 0 && { invitations }),
        ...(links.length > 0 && { links }),
      }
      const tasks = tasksOf(projectID).map(
        ({ id: taskID, room_id: roomID, item_id: itemID, name, note, day, ...task }) => ({
          ...{ taskID, roomID, itemID, name, note, day },
          repeats: task.every === 0 ? null : { every: task.every, unit: task.unit, fromDone: task.from_done === 1 },
          doneOn: task.done_on,
        }),
      )
      const offer = offerOf.get(projectID)
      const offered = offer && {
        offer: {
          ...{ to: offer.email, word: offer.word, goes: parseJSON(offer.goes), stays: offer.stays === 1 },
          until: offer.expires_at,
        },
      }
      yield withList(
        {
          projectID,
          ...(template === 1 && { template: true }),
          ...told,
          ...shared,
          ...offered,
          ...(inbox.length > 0 && { inbox }),
          ...(revisions.length > 0 && { revisions }),
          ...(tasks.length > 0 && { tasks }),
          createdAt,
          updatedAt,
        },
        'rooms',
        roomsIn(project, inProject),
      )
    }
  }

  const { account: stored, reminders } = rows
  const account = {
    ...{ ...stored, roles: JSON.parse(stored.roles) as unknown },
    ...(reminders && {
      reminders: { isOn: reminders.is_on === 1, weekday: reminders.weekday, timeZone: reminders.zone },
    }),
  }
  yield* withList({ exportedAt, account }, 'projects', projects())
}

/** The text of history.json. */
async function* historyOf(db: Database, actor: Actor): AsyncGenerator<string> {
  let comma = '['
  for await (const events of readHistory(db, actor)) {
    for (const { before, after, ...told } of events) {
      yield `${comma}\n${JSON.stringify(told).slice(0, -1)},"before":${before},"after":${after}}`
      comma = ','
    }
  }
  yield comma === '[' ? '[]\n' : '\n]\n'
}

/**
 * The user's data as a ZIP, made in slices of time, so that it holds up no request however much there is. Rejects before
 * anything is sent where the rows cannot be read, and once `signal` is aborted.
 */
export const exportZip = async (
  services: Services,
  actor: Actor,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<SentZip> => {
  const { db, clock } = services
  const files: FileInZip[] = []
  // Nothing else refers to the rows, so that they go as soon as they are told of.
  const document = inPieces(documentOf(isoTime(clock), await readExport(db, actor, isoTime(clock), signal), files))
  return zipOfFiles(services, actor, log, async ({ addText, addFile }) => {
    await addText('README.txt', [README])
    await addText('roomfolio.json', document)
    await addText('history.json', inPieces(historyOf(db, actor)))
    for (const file of files) await addFile(file)
  })
}
