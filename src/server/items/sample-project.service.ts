import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nameKey } from '../../shared/contract/name-key.ts'
import { displayNames } from '../../shared/attachments/file-name.ts'
import { filesJSON, type ItemInputs } from '../../shared/items/items.api.ts'
import { getRoomStructure, listFields, listRoomTypes } from '../structure/room-structure.repo.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { makeUploads } from '../attachments/make-uploads.service.ts'
import { storeBytes } from '../platform/storage/store-bytes.service.ts'
import type { StoredFile } from '../attachments/uploads.repo.ts'
import { createItem } from './items.repo.ts'
import { packageRoot } from '../platform/lib/package-root.ts'
import { createRoom } from '../projects/rooms.repo.ts'
import type { Services } from '../services.ts'
import { createProject, type ProjectInputs } from '../projects/projects.repo.ts'

const FOLDER = join(packageRoot, 'sample-project')

/**
 * The shape of sample-project/project.json, with names of room types, categories, subcategories and labels instead of
 * ids.
 */
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

/** Stores each file of the sample once, even if it is attached to several items. */
const storeFiles = async (services: Services, actor: Actor, names: readonly string[]) => {
  const stored: StoredFile[] = []
  for (const originalName of names) {
    stored.push({
      originalName,
      ...(await storeBytes(services, createReadStream(join(FOLDER, 'files', originalName)))),
    })
  }
  const kept = stored.length === 0 ? [] : await makeUploads(services, actor, stored)
  return new Map(kept.map(({ filename, remote }) => [filename, remote]))
}

const isNamed = (name: string, other: string): boolean => nameKey(name) === nameKey(other)

/** Finds the sample's names in this installation's structure; caches each lookup. */
const structureOf = (db: Database) => {
  const structures = new Map<number, ReturnType<typeof getRoomStructure>>()
  const labels = new Map<number, ReturnType<typeof listFields>>()
  const once = <T>(known: Map<number, Promise<T>>, id: number, ask: (db: Database, id: number) => Promise<T>) => {
    const answer = known.get(id) ?? ask(db, id)
    known.set(id, answer)
    return answer
  }
  return {
    /** Undefined if an admin removed the subcategory from the room type. */
    async subcategory(roomType: number, { category, subcategory }: SampleItem) {
      const structure = Object.entries(await once(structures, roomType, getRoomStructure))
      const [catID, found] = structure.find(([, { parentCatName }]) => isNamed(parentCatName, category)) ?? []
      const subcatID = found?.subcatList[found.subcatNameList.findIndex((name) => isNamed(name, subcategory))]
      return subcatID === undefined ? undefined : { catID: Number(catID), subcatID }
    },
    async inputs(subcatID: number, { fields, notes }: SampleItem): Promise<ItemInputs> {
      const known = await once(labels, subcatID, listFields)
      const values = Object.entries(fields).flatMap(([name, value]) => {
        const field = known.find(({ label }) => isNamed(label, name))?.field
        return field ? [[field, value]] : []
      })
      return { ...(Object.fromEntries(values) as ItemInputs), notes: notes ?? '' }
    },
  }
}

/**
 * Creates the sample project for a user, all or nothing. Skips things that an admin removed from the structure. Throws
 * `project_name_taken` or `plan_limit`.
 */
export const addSampleProject = async <T>(
  services: Services,
  actor: Actor,
  inDatabase: (add: (db: Database) => Promise<{ projectID: number; name: string }>) => Promise<T>,
): Promise<T> => {
  const { clock, config } = services
  const { rooms, ...inputs } = await readSampleProject()
  const names = new Set(rooms.flatMap(({ items }) => items.flatMap(({ files }) => files ?? [])))
  // Store bytes before the transaction: if the rest fails, the sweep removes them.
  const remoteOf = await storeFiles(services, actor, [...names])

  const add = async (trx: Database) => {
    const projectID = await createProject(trx, clock, actor, inputs, { ...config, sample: true })
    const structure = structureOf(trx)
    const roomTypes = await listRoomTypes(trx)
    for (const room of rooms) {
      const roomType = roomTypes.find(({ roomTypeName }) => isNamed(roomTypeName, room.roomType))?.roomTypeID
      if (roomType === undefined) continue
      const roomID = await createRoom(trx, clock, actor, { projectID, roomType, roomName: room.name })
      for (const item of room.items) {
        const ids = await structure.subcategory(roomType, item)
        if (!ids) continue
        const files = item.files ?? []
        const shown = displayNames(files)
        await createItem(trx, clock, actor, {
          projectID,
          roomID,
          ...ids,
          inputs: await structure.inputs(ids.subcatID, item),
          files: filesJSON(files.map((name, at) => ({ name: shown[at] ?? name, remote: remoteOf.get(name) ?? '' }))),
        })
      }
    }
    return { projectID, name: inputs.name }
  }
  return inDatabase((db) => transact(db, add))
}
