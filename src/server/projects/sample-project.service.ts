import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameKey } from '../../shared/name-key.ts'
import { SLOTS } from '../../shared/catalogue.ts'
import { displayNames } from '../../shared/file-name.ts'
import { filesJSON } from '../../shared/items.ts'
import { getRoomStructure, listFields, listRoomTypes } from '../catalogue/catalogue.repo.ts'
import type { Actor } from '../db/actor.ts'
import { newStorageKey } from '../files/folder-store.ts'
import { measured } from '../files/receive.ts'
import { addUploads, type StoredFile } from '../files/uploads.repo.ts'
import { createItem } from '../items/items.repo.ts'
import { packageRoot } from '../package-root.ts'
import { createRoom } from '../rooms/rooms.repo.ts'
import type { Services } from '../services.ts'
import { createProject, type ProjectInputs } from './projects.repo.ts'

const FOLDER = join(packageRoot, 'sample-project')

/** The shape of sample-project/project.json: names of room types, categories, subcategories and labels, not their ids. */
export interface SampleProject extends ProjectInputs {
  rooms: { name: string; roomType: string; items: SampleItem[] }[]
}

interface SampleItem {
  category: string
  subcategory: string
  /** Values by label. */
  fields: Record<string, string>
  notes?: string
  files?: string[]
}

const readSampleProject = async (): Promise<SampleProject> =>
  JSON.parse(await readFile(join(FOLDER, 'project.json'), 'utf8')) as SampleProject

/** Stores each file of the sample once; one attached to several items is one upload. */
const storeFiles = async ({ db, store, clock }: Services, actor: Actor, names: readonly string[]) => {
  const stored: StoredFile[] = []
  for (const originalName of names) {
    const storageKey = newStorageKey()
    const { bytes, facts } = measured(createReadStream(join(FOLDER, 'files', originalName)))
    await store.put(storageKey, bytes)
    stored.push({ originalName, storageKey, ...(await facts()) })
  }
  const remotes = stored.length === 0 ? [] : await addUploads(db, clock, actor, stored)
  return new Map(names.map((name, at) => [name, remotes[at] ?? '']))
}

const byName = <T>(entries: readonly T[], name: (entry: T) => string): ReadonlyMap<string, T> =>
  new Map(entries.map((entry) => [nameKey(name(entry)), entry]))

/**
 * Gives a user the sample project. What an administrator has since removed from the structure is left out. Throws
 * `project_name_taken` before anything else is made.
 */
export const addSampleProject = async (
  services: Services,
  actor: Actor,
): Promise<{ projectID: number; name: string }> => {
  const { db, clock } = services
  const { rooms, ...inputs } = await readSampleProject()
  const projectID = await createProject(db, clock, actor, inputs)
  const files = new Set(rooms.flatMap(({ items }) => items.flatMap((item) => item.files ?? [])))
  const remoteOf = await storeFiles(services, actor, [...files])
  const roomTypes = byName(await listRoomTypes(db), (type) => type.roomTypeName)

  for (const room of rooms) {
    const roomType = roomTypes.get(nameKey(room.roomType))?.roomTypeID
    if (roomType === undefined) continue
    const roomID = await createRoom(db, clock, actor, { projectID, roomType, roomName: room.name })
    const structure = byName(
      Object.entries(await getRoomStructure(db, roomType)),
      ([, { parentCatName }]) => parentCatName,
    )
    for (const item of room.items) {
      const [catID, category] = structure.get(nameKey(item.category)) ?? []
      const at = category?.subcatNameList.findIndex((name) => nameKey(name) === nameKey(item.subcategory)) ?? -1
      const subcatID = category?.subcatList[at]
      if (catID === undefined || subcatID === undefined) continue
      const labels = byName(await listFields(db, subcatID), ({ label }) => label)
      const fields = Object.entries(item.fields).flatMap(([label, value]) => {
        const slot = labels.get(nameKey(label))?.field
        return slot && SLOTS.includes(slot) ? [[slot, value]] : []
      })
      const names = item.files ?? []
      const shown = displayNames(names)
      await createItem(db, clock, actor, {
        projectID,
        roomID,
        catID: Number(catID),
        subcatID,
        inputs: { ...(Object.fromEntries(fields) as Record<string, string>), notes: item.notes ?? '' },
        files: filesJSON(names.map((name, n) => ({ name: shown[n] ?? name, remote: remoteOf.get(name) ?? '' }))),
      })
    }
  }
  return { projectID, name: inputs.name }
}
