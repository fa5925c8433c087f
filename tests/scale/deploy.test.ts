import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../scripts/lib/postgres.mjs'
import { npm } from '../../scripts/lib/run.mjs'
import { createSampleProject } from '../../src/shared/projects/projects.api.ts'
import { startS3Server } from '../support/s3-server.ts'
import { PASSWORD, registrationOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { startMain } from './built-server.ts'
import { run, scaleFolder } from './daemon.ts'
import { CALLER_ADDRESS, PROXIES, SITE, startFront, type Front } from './front.ts'
import { settingsOf } from './memory.ts'

const MIB = 1024 * 1024
const PAGE = { accept: 'text/html' }
const JSON_BODY = { 'content-type': 'application/json' }
/** Headers that a browser sends with the app's calls. */
const FROM_APP = { origin: `https://${SITE}`, 'sec-fetch-site': 'same-origin' }

describe('A proxy of deploy/', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
  beforeAll(async () => {
    postgres = await startPostgres({ durable: false })
  })
  afterAll(() => postgres?.stop())

  const emptyDatabase = async (name: string): Promise<string> => {
    const url = new URL(postgres?.url ?? '')
    const client = new pg.Client(url.href)
    await client.connect()
    await client.query(`create database ${name}`)
    await client.end()
    url.pathname = `/${name}`
    return url.href
  }

  /** Two servers on one database and one bucket, as `npm start` runs them. */
  const startPair = async (database: string, path: string) => {
    const bucket = await startS3Server()
    const settings = {
      ...settingsOf(bucket.settings),
      DATABASE_URL: await emptyDatabase(database),
      PUBLIC_URL: `https://${SITE}${path}`,
      TRUST_PROXY: '127.0.0.1',
    }
    return [await startMain(settings), await startMain(settings)] as const
  }

  const multipart = (name: string, bytes: Buffer) => {
    const boundary = 'roomfolio-boundary'
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n'
    return {
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    }
  }

  /** Expects that a user can open a page, register, log in, upload, and read the upload. */
  const expectService = async ({ call, plain }: Front, user: string, path: string, log: () => string) => {
    const redirected = await fetch(`${plain}${path}/login`, { redirect: 'manual', headers: { host: SITE } })
    expect([redirected.status, redirected.headers.get('location')?.startsWith('https://')]).toEqual([
      expect.toBeOneOf([301, 308]),
      true,
    ])
    const page = await call({ path: `${path}/`, headers: PAGE })
    expect([page.status, page.headers['strict-transport-security'] !== undefined]).toEqual([200, true])
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page.bytes.toString())?.[1] ?? ''
    expect(script).toMatch(new RegExp(`^${path}/assets/`))
    expect((await call({ path: script })).status).toBe(200)
    expect((await call({ path: `${path}/healthz` })).status).toBe(200)

    const post = (name: string, body: object, headers = {}) =>
      call({
        method: 'POST',
        path: `${path}${name}`,
        headers: { ...JSON_BODY, ...FROM_APP, ...headers },
        body: JSON.stringify(body),
      })
    expect((await post('/register', registrationOf(user))).status).toBe(201)
    // Callers cannot choose their own address.
    const wrong = await post('/login', { user, pwd: 'something else' }, { 'x-forwarded-for': '203.0.113.9' })
    expect(wrong.status).toBe(401)
    await until(() => log().includes(`"event":"login_failed","address":"${CALLER_ADDRESS}","account":"${user}"`))
    expect(log()).not.toContain('203.0.113.9')

    const session = await post('/login', { user, pwd: PASSWORD })
    const cookies = [session.headers['set-cookie'] ?? []].flat()
    const refreshName = path === '' ? '__Host-roomfolio_session' : '__Secure-roomfolio_session'
    expect(cookies.find((cookie) => cookie.startsWith(`${refreshName}=`))).toMatch(
      new RegExp(`; Path=${path || '/'}; HttpOnly; Secure; SameSite=Strict$`),
    )
    const cookieFor = (place: string) =>
      cookies.filter((cookie) => cookie.includes(`; Path=${place};`)).map((cookie) => cookie.split(';', 1)[0] ?? '')
    const again = await call({
      method: 'POST',
      path: `${path}/refresh`,
      headers: { ...FROM_APP, cookie: cookieFor(path || '/').join('; ') },
    })
    expect(again.status).toBe(200)
    const { accessToken } = JSON.parse(again.bytes.toString()) as { accessToken: string }

    const file = Buffer.alloc(25 * MIB, `What ${user} keeps. `)
    const { headers, body } = multipart('manual.bin', file)
    const authorization = `Bearer ${accessToken}`
    const uploaded = await call({
      method: 'POST',
      path: `${path}/upload`,
      headers: { ...headers, ...FROM_APP, authorization },
      body,
    })
    expect([uploaded.status, uploaded.bytes.toString().slice(0, 200)]).toEqual([200, expect.stringContaining('remote')])
    const [{ remote } = { remote: '' }] = JSON.parse(uploaded.bytes.toString()) as { remote: string }[]
    const whole = await call({ path: `${path}/download/${remote}`, headers: { authorization } })
    expect([whole.status, whole.bytes.equals(file)]).toEqual([200, true])
    const range = 'bytes=1048570-1048600'
    const part = await call({ path: `${path}/download/${remote}`, headers: { authorization, range } })
    expect([part.status, part.bytes.equals(file.subarray(1048570, 1048601))]).toEqual([206, true])
    // Like an address that a browser opens directly.
    const renewed = [again.headers['set-cookie'] ?? []].flat()
    const download = renewed.find((cookie) => cookie.includes(`; Path=${path}/download;`))?.split(';', 1)[0] ?? ''
    expect((await call({ path: `${path}/download/${remote}`, headers: { cookie: download } })).status).toBe(200)
  }

  test.each([
    ['on a host of its own', ''],
    ['under a path', '/our/homes'],
  ])('carries TLS before two servers %s, and goes on with one of them', async (_, path) => {
    const [one, two] = await startPair(path === '' ? 'own_host' : 'under_path', path)
    const hosts = [new URL(one.origin).host, new URL(two.origin).host] as const
    const log = () => one.output() + two.output()
    expect(one.output()).toContain(`open https://${SITE}${path}/register and`)
    const fronts: Front[] = []
    for (const name of PROXIES) {
      const front = await startFront(name, hosts, path)
      onTestFinished(() => front.stop())
      fronts.push(front)
      await expectService(front, name.toLowerCase(), path, log)
    }
    one.child.kill('SIGKILL')
    for (const { call } of fronts) {
      for (let n = 0; n < 10; n++) expect((await call({ path: `${path}/healthz` })).status).toBe(200)
    }
  })
})

describe('The image', () => {
  test('has in it what the server and its commands need, and no sources', async () => {
    const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
    const folder = mkdtempSync(join(scaleFolder(), 'image-'))
    for (const [, path = ''] of dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) /gm)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      if (path !== 'node_modules') cpSync(path, join(folder, path), { recursive: true })
    }
    for (const path of ['package-lock.json', '.npmrc']) cpSync(path, join(folder, path))
    const [npmProgram, npmWords] = npm(['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'])
    await promisify(execFile)(npmProgram, npmWords, { cwd: folder })
    expect(existsSync(join(folder, 'node_modules/vite'))).toBe(false)
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? []
    const [program, ...words] = JSON.parse(command) as string[]
    expect(program).toBe('node')
    const { origin } = await startMain({}, { cwd: folder, words })
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    expect((await fetch(origin, { headers: PAGE })).status).toBe(200)
    const post = async <T>(path: string, body: object, token = '') => {
      const headers = { ...JSON_BODY, authorization: `Bearer ${token}` }
      const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await answer.json()) as T
    }
    await post('/register', registrationOf('robin'))
    const { accessToken } = await post<{ accessToken: string }>('/login', { user: 'robin', pwd: PASSWORD })
    const authorization = `Bearer ${accessToken}`
    const made = await fetch(origin + createSampleProject.path, {
      method: createSampleProject.method,
      headers: { authorization },
    })
    const { projectID } = (await made.json()) as { projectID: number }
    // Made with the included typesetter and fonts.
    const paper = await fetch(`${origin}/paper?projectID=${projectID}&kind=book`, { headers: { authorization } })
    expect([paper.status, (await paper.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
    const listed = await promisify(execFile)(process.execPath, ['scripts/roomfolio.mjs', 'user', 'list'], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATA_DIR: folder },
    })
    expect(listed.stderr).toBe('')
  })
})

describe('The files of Compose', () => {
  const NEEDED = 'SITE_HOST=homes.example.com POSTGRES_PASSWORD=a S3_ACCESS_KEY_ID=b S3_SECRET_ACCESS_KEY=c'.split(' ')
  const configOf = (file: string, settings: readonly string[]): Promise<string> => {
    const folder = mkdtempSync(join(scaleFolder(), 'compose-'))
    writeFileSync(join(folder, 'settings'), [...NEEDED, ...settings].join('\n'))
    const words = ['--env-file', join(folder, 'settings'), '--file', resolve('deploy', file), 'config']
    return run('docker-compose', words, folder)
  }

  test.each(['compose.yaml', 'compose.scale.yaml'])('%s is what the schema of Compose takes', async (file) => {
    const said = await configOf(file, [])
    expect(said).toContain('read_only: true')
    expect(said).toContain('dockerfile: deploy/Dockerfile')
  })

  /** Settings that the image or the file itself sets. */
  const FIXED: Record<string, readonly string[]> = {
    'compose.yaml': ['PORT', 'HOST', 'DEMO_DATA_DIR', 'BACKUP_DIR'],
    'compose.scale.yaml': ['PORT', 'HOST', 'DATA_DIR', 'DEMO_DATA_DIR', 'PUBLIC_URL', 'TRUST_PROXY'].concat([
      'DATABASE_URL',
      'FILE_STORE',
      'S3_BUCKET',
      'S3_ENDPOINT',
      'BACKUP_DIR',
    ]),
  }

  test.each(Object.entries(FIXED))('%s gives the server each setting of .env', async (file, fixed) => {
    const names = [...readFileSync('docs/operations/settings.md', 'utf8').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(
      ([, name = '']) => name,
    )
    const settings = names.filter((name) => !fixed.includes(name)).map((name) => [name, `some-${name}`])
    const said = await configOf(
      file,
      settings.map(([name, value]) => `${name}=${value}`),
    )
    expect(settings.filter(([name, value]) => !said.includes(`${name}: ${value}\n`))).toEqual([])
    // Settings that are set nowhere keep the server's defaults.
    expect(await configOf(file, [])).toContain('REGISTRATION: null')
  })

  test('backups lie in a volume, or in a folder of the machine; the port is one inside and outside', async () => {
    for (const file of Object.keys(FIXED)) {
      expect(await configOf(file, [])).toContain('- backups:/backups:rw')
      const elsewhere = await configOf(file, ['BACKUP_DIR=/mnt/safe', 'PORT=8080'])
      expect(elsewhere).toContain('- /mnt/safe:/backups:rw')
      expect(elsewhere).toContain('BACKUP_DIR: /backups\n')
    }
    const said = await configOf('compose.yaml', ['PORT=8080'])
    // Without PUBLIC_URL, links use the address of the request.
    for (const line of ['127.0.0.1:8080:8080/tcp', "PORT: '8080'\n", 'PUBLIC_URL: null\n']) expect(said).toContain(line)
  })
})

describe('The service of systemd', () => {
  const textOf = (name: string) => readFileSync(join('deploy', name), 'utf8')

  test.each(['roomfolio.service', 'roomfolio@.service'])(
    '%s is one that systemd takes, with little that it may do',
    async (name) => {
      const folder = mkdtempSync(join(scaleFolder(), 'systemd-'))
      const unit = join(folder, name.replace('@', '@3001'))
      // Where node and the checkout are on this machine.
      const text = textOf(name)
        .replace(/\/opt\/roomfolio(-%i)?/g, resolve('.'))
        .replace('/usr/bin/node', process.execPath)
      writeFileSync(join(folder, name), text)
      expect(await run('systemd-analyze', ['verify', unit], folder)).toBe('')
      const said = await run('systemd-analyze', ['security', '--offline=true', '--threshold=15', unit], folder)
      expect(said).toMatch(/Overall exposure level for roomfolio\S*\.service: 1\.\d OK/)
    },
  )

  test('is the same for one server and for each of several, but for its folders and its port', () => {
    const linesOf = (name: string) =>
      textOf(name)
        .split('\n')
        .filter((line) => !line.startsWith('#'))
    const alone = linesOf('roomfolio.service')
    const several = linesOf('roomfolio@.service')
    expect(several.filter((line, at) => line !== alone[at])).toEqual([
      expect.stringMatching(/^Description=.* on port %i, /),
      'WorkingDirectory=/opt/roomfolio-%i',
      'StateDirectory=roomfolio-%i',
      'Environment=NODE_ENV=production PORT=%i',
    ])
  })
})
