import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openLeastPostgres } from '../../scripts/bench/least-postgres.ts'
import { openLeastSqlite } from '../../scripts/bench/least-sqlite.ts'
import { ENGINE } from '../support/database.ts'
import { startTestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

test('the least server that `npm run bench` compares with returns the same items of a room', async () => {
  const { newUser, services } = await startTestApp()
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID, 'Kitchen')
  const [file] = await robin.upload([{ name: 'manual.pdf', bytes: Buffer.from('%PDF-1.7') }])
  await robin.newItem(projectID, roomID, { field1: 'Castellan', field6: '2031-01-30', notes: 'left' })
  await robin.newItem(projectID, roomID, { field1: 'Nordhaus' }, JSON.stringify({ 'Manual.pdf': file?.remote }))
  const { database } = services.config
  const least =
    'postgresURL' in database ? openLeastPostgres(database.postgresURL) : openLeastSqlite(database.sqliteFile)
  onTestFinished(() => least.close())
  const { owner_id: userID } = await services.db.selectFrom('projects').select('owner_id').executeTakeFirstOrThrow()
  expect(await least.itemsText(userID, roomID)).toBe((await robin.raw({ url: `/items?roomID=${roomID}` })).body)
})

if (ENGINE === 'PostgreSQL')
  test('the least server survives when PostgreSQL closes an idle connection', async () => {
    const { services } = await startTestApp()
    const { database } = services.config
    if (!('postgresURL' in database)) throw new Error('The test runs on PostgreSQL.')
    const least = openLeastPostgres(database.postgresURL)
    onTestFinished(() => least.close())
    expect(await least.isReadableRoom(1, 1)).toBe(false)
    const endOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    await until(async () => (await endOthers.execute(services.db)).rows.length === 0)
    const ask = async () => least.isReadableRoom(1, 1)
    await until(async () => (await ask().catch(() => undefined)) === false)
  })
