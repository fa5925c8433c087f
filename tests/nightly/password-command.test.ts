import { describe, expect, test } from 'vitest'
import { changePassword } from '../../src/shared/identity/account.api.ts'
import { forgot, login, resetPassword } from '../../src/shared/identity/auth.api.ts'
import { listProjects } from '../../src/shared/projects/projects.api.ts'
import { SENTENCES } from '../../src/shared/contract/text-rules.ts'
import { addPasswordReset } from '../../src/server/identity/passwords/password-resets.repo.ts'
import type { Services } from '../../src/server/services.ts'
import { runCommand } from '../support/command.ts'
import { PASSWORD, signIn, startTestApp, type Client } from '../support/test-app.ts'

const password = (services: Services, words: readonly string[], input = '') =>
  runCommand('password', services, words, { input })

const loginStatus = async (client: Client, pwd: string, user = 'robin') =>
  (await client.call(login, { body: { user, pwd } })).status

describe('npm run password', () => {
  test('sets a new password, prints it, and ends all sessions and links of that user', async () => {
    const { services, clock, anonymous, newUser } = await startTestApp()
    const [robin, sam] = [await newUser('robin'), await newUser('sam_e')]
    const user = await services.db.selectFrom('users').select(['id', 'email']).orderBy('id').executeTakeFirstOrThrow()
    const token = (await addPasswordReset(services.db, clock, user))?.token ?? ''

    const { code, stdout, stderr } = await password(services, ['ROBIN'])
    expect(code).toBe(0)
    expect(JSON.parse(stderr)).toMatchObject({ event: 'password_changed', account: null, of: 'robin', by: 'command' })
    const printed = /^The password is: (\S+)$/m.exec(stdout)?.[1] ?? ''
    expect(printed).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect(await loginStatus(anonymous, printed)).toBe(200)
    expect(await loginStatus(anonymous, PASSWORD)).toBe(401)
    expect((await robin.call(listProjects, {})).status).toBe(401)
    expect((await sam.call(listProjects, {})).status).toBe(204)
    const link = await anonymous.call(resetPassword, { body: { token, newPass: 'another horse' } })
    expect(link.problem).toMatchObject({ code: 'reset_link_invalid' })
    expect(await loginStatus(anonymous, PASSWORD, 'sam_e')).toBe(200)
  })

  test('sets one that only allows setting another', async () => {
    const { app, services, newUser } = await startTestApp()
    await newUser('robin')
    await password(services, ['robin', '--stdin'], 'another horse')
    const robin = await signIn(app, 'robin', 'another horse')
    expect((await robin.call(listProjects, {})).problem).toMatchObject({ code: 'password_change_required' })
    await robin.must(changePassword, { body: { currentPass: 'another horse', newPass: PASSWORD } })
    expect((await robin.call(listProjects, {})).status).toBe(204)
  })

  test('reads the password from standard input with --stdin, and does not print it', async () => {
    const { services, anonymous, newUser } = await startTestApp()
    await newUser('robin')
    const { code, stdout } = await password(services, ['robin', '--stdin'], ' näw horse \n')
    expect(code).toBe(0)
    expect(stdout).not.toContain('horse')
    expect(await loginStatus(anonymous, ' näw horse ')).toBe(200)
  })

  test('works without a mail server and after too many attempts', async () => {
    const { services, anonymous, newUser } = await startTestApp()
    await newUser('robin')
    for (let n = 0; n < 10; n++) expect(await loginStatus(anonymous, 'wrong horse')).toBe(401)
    expect((await anonymous.call(forgot, { body: { user: 'robin' } })).problem.code).toBe('mail_not_set_up')
    await password(services, ['robin', '--stdin'], 'another horse')
    expect(await loginStatus(anonymous, 'another horse')).toBe(200)
  })

  test('changes nothing for wrong arguments, an unknown user or an invalid password', async () => {
    const { services, anonymous, newUser } = await startTestApp()
    await newUser('robin')
    const usage = { code: 2, stdout: '', stderr: expect.stringContaining('Usage: npm run password') }
    for (const words of [['--stdin'], ['robin', 'sam_e']]) {
      expect(await password(services, words, 'another horse')).toMatchObject(usage)
    }
    expect(await password(services, ['nobody'])).toMatchObject({ code: 1, stderr: 'There is no user "nobody".\n' })
    expect(await password(services, ['robin', '--stdin'], '7 signs\n')).toMatchObject({
      code: 1,
      stderr: `This password cannot be set: ${SENTENCES.password}\n`,
    })
    expect(await password(services, ['robin', '--stdin'], 'password\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(SENTENCES.passwordCommon),
    })
    expect(await loginStatus(anonymous, PASSWORD)).toBe(200)
  })
})
