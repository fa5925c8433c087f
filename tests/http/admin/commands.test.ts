import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { login } from '../../../src/shared/identity/auth.api.ts'
import { listUsers } from '../../../src/shared/identity/people.api.ts'
import { listSecurityEvents } from '../../../src/shared/identity/security-events.api.ts'
import { contentOf, emptyInstallation, filledInstallation, installationOf, runUntil } from '../../support/backups.ts'
import { runCommand } from '../../support/command.ts'
import { startTestApp } from '../../support/test-app.ts'

// Each command runs once here; tests/nightly covers the rest.

test('npm run user, role and password work beside a running server', async () => {
  const { anonymous, newUser, services } = await startTestApp()
  const created = await runCommand('user', services, ['create', 'sam_e', 'sam@example.com', '--stdin'], {
    input: 'three cups of tea',
  })
  expect(created).toMatchObject({ code: 0 })
  const robin = await newUser('robin')
  const granted = await runCommand('role', services, ['grant', 'robin', '9001'])
  expect(granted).toMatchObject({ code: 0, stdout: '"robin" now has the role 9001.\n' })
  expect((await robin.must(listUsers, { query: {} })).users).toHaveLength(2)
  expect(await runCommand('password', services, ['sam_e', '--stdin'], { input: 'four cups of tea' })).toMatchObject({
    code: 0,
  })
  expect((await anonymous.call(login, { body: { user: 'sam_e', pwd: 'four cups of tea' } })).status).toBe(200)
  const { events } = await robin.must(listSecurityEvents, { query: {} })
  expect(events.map(({ kind, account, by, address }) => [kind, account, by, address])).toEqual([
    ['logged_in', 'sam_e', 'sam_e', '127.0.0.1'],
    ['password_changed', 'sam_e', null, null],
    ['role_granted', 'robin', null, null],
  ])
})

test('npm run structure, facts, search and files work beside a running server', async () => {
  const { newUser, services } = await startTestApp()
  const user = await newUser()
  const projectID = await user.newProject()
  await user.newItem(projectID, await user.newRoom(projectID), { field1: '#112233' })
  await user.upload([{ name: 'manual.pdf', bytes: Buffer.from('%PDF-1.7') }])
  const file = join(services.config.dataDir, 'structure.json')
  expect(await runCommand('structure', services, ['export', file])).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('roomTypes.Kitchen')
  for (const [name, words, said] of [
    ['facts', ['renew'], 'Checked 1 item, including the trash; updated 0.\n'],
    ['search', ['rebuild'], 'Indexed 1 item, including the trash.\n'],
    ['files', ['check'], expect.stringContaining('Files: 1, of which 0 missing and 0 damaged.\n')],
  ] as const)
    expect(await runCommand(name, services, words)).toMatchObject({ code: 0, stdout: said })
})

test('npm run restore restores everything that npm run backup saved', async () => {
  const from = installationOf(await filledInstallation(await startTestApp()))
  const path = join(from.folder, 'mine.zip')
  expect(await runUntil('backup', from, [path])).toMatchObject({ code: 0, errors: '' })
  const to = await emptyInstallation()
  expect(await runUntil('restore', to, [path])).toMatchObject({ code: 0, errors: '' })
  expect(await contentOf(to)).toEqual(await contentOf(from))
  expect(await to.db.selectFrom('security_events').select('kind').execute()).toEqual([{ kind: 'restored' }])
})
