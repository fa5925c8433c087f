import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RoomType } from '../../src/shared/structure/room-structure.api.ts'
import { listApplied, MIGRATION_NAMES } from '../../src/server/platform/db/database.ts'
import { findStoreMark } from '../../src/server/platform/storage/store-identity.repo.ts'
import shipped from '../../src/server/structure/default-structure.json' with { type: 'json' }
import { emptyInstallation } from '../support/backups.ts'
import { ENGINE } from '../support/database.ts'
import { oldInstallation, sawOn } from '../support/old-installation.ts'
import { startServerProcess } from '../support/server-process.ts'

test('three servers that start at once on an empty database create one installation, and all serve it', async () => {
  const { db, config, folder } = await emptyInstallation()
  const servers = await Promise.all([1, 2, 3].map(() => startServerProcess(folder, config.database)))
  for (const { origin } of servers) {
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    const { rooms } = (await (await fetch(`${origin}/roomtypes`)).json()) as { rooms: unknown[] }
    expect(rooms).toHaveLength(Object.keys(shipped.roomTypes).length)
  }
  const subcategories = await db.selectFrom('subcategories').select('id').execute()
  expect(subcategories).toHaveLength(Object.keys(shipped.subcategories).length)
  const objects = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
  expect(objects.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual([await findStoreMark(db)])
})

test('three servers that start at once on data of version 0.1.0 migrate it once, and all serve it', async () => {
  const { db, config, folder, settings } = await oldInstallation()
  const { installation } = sawOn(ENGINE)
  const servers = await Promise.all([1, 2, 3].map(() => startServerProcess(folder, config.database, settings)))
  for (const { origin } of servers) {
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    const { rooms } = (await (await fetch(`${origin}/roomtypes`)).json()) as { rooms: RoomType[] }
    expect(rooms.map(({ roomTypeName }) => roomTypeName)).toEqual((installation as { roomTypes: string[] }).roomTypes)
  }
  expect(await listApplied(db)).toEqual(MIGRATION_NAMES)
  const recurring = await db.selectFrom('jobs').select('kind').where('key', 'is not', null).execute()
  expect(recurring.map(({ kind }) => kind).sort()).toEqual(['sweep', 'words'])
})
