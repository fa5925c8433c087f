import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../../src/server/app.ts'
import { listApplied, migrate, MIGRATION_NAMES } from '../../../src/server/platform/db/database.ts'
import { refresh } from '../../../src/shared/identity/auth.api.ts'
import { filesJSON, getItem } from '../../../src/shared/items/items.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { getUpcoming } from '../../../src/shared/upkeep/upcoming.api.ts'
import { makeMissingWords } from '../../../src/server/search/words-of-items.repo.ts'
import { emptyInstallation, restoreInto, type Installation } from '../../support/backups.ts'
import { ENGINE } from '../../support/database.ts'
import { OLD, oldInstallation, PASSWORD, sawOn } from '../../support/old-installation.ts'
import { seenIn } from '../../support/seen.ts'
import { signIn, startTestApp } from '../../support/test-app.ts'

/** The current app on it, at the time of the old one. */
const openAt = async ({ config, db, store }: Installation, at: string) => {
  const { services } = await startTestApp()
  const app = await createApp({ ...services, config, db, store, clock: { now: () => new Date(at) } })
  onTestFinished(() => app.close())
  return app
}

test('an installation of version 0.1.0 opens with everything that users saw in it, their sessions and their uploads', async () => {
  const old = await oldInstallation()
  const { at, session, pending, ...expected } = sawOn(ENGINE)
  await migrate(old.db)
  expect(await listApplied(old.db)).toEqual(MIGRATION_NAMES)
  const app = await openAt(old, at)

  const refreshed = await app.inject({ url: refresh.path, method: refresh.method, headers: { cookie: session } })
  expect(refreshed.json()).toMatchObject({ user: 'robin' })
  expect(await seenIn(app, PASSWORD)).toEqual(expected)

  const robin = await signIn(app, 'robin', PASSWORD)
  const [project] = (await robin.must(listProjects, {})).projects
  const projectID = project?.projectID ?? 0
  const [room] = (await robin.must(listRooms, { query: { projectID } })).rooms
  const files = filesJSON([{ name: 'waiting.txt', remote: pending }])
  const itemID = await robin.newItem(projectID, room?.ID ?? 0, {}, files)
  const { attachments } = await robin.must(getItem, { query: { itemID } })
  expect(attachments).toMatchObject([{ name: 'waiting.txt', remote: pending }])
  const { payload } = await robin.raw({ url: `/download/${pending}` })
  expect(payload).toBe('Not on an item yet')

  // Result of the job that indexes words.
  await makeMissingWords(old.db)
  const { coming } = await robin.must(getUpcoming, { query: { today: '2026-04-01' } })
  expect(coming.map(({ value, day }) => [value, day])).toContainEqual(['Jan 30, 2031', '2031-01-30'])
})

test('a backup of version 0.1.0 is restored with everything that users saw', async () => {
  const to = await emptyInstallation()
  await restoreInto(to, join(OLD, 'backup.zip'))
  const { at, installation, people } = sawOn('SQLite')
  expect(await seenIn(await openAt(to, at), PASSWORD)).toEqual({ installation, people })
})
