import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { ConfigError, parseConfig } from './config.ts'
import { backupTrouble, whereThingsAre } from './start.ts'

/** The message that stops the start. */
const complaint = (environment: Record<string, string>): string => {
  try {
    parseConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'no complaint'
}

describe('without settings', () => {
  test('the server listens on this machine only, on port 3000, with SQLite and files in ./data', () => {
    expect(parseConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      database: { sqliteFile: resolve('data/roomfolio.sqlite') },
      publicURL: 'http://localhost:3000',
      environmentName: null,
      contactIsExample: true,
      trustProxy: false,
      firstUserIsAdmin: true,
      maxFileBytes: 25 * 1024 * 1024,
      maxFilesPerUpload: 20,
      loginTriesPerAccount: 10,
      loginTriesPerAddress: 100,
      registrationsPerHour: 1000,
      forgotPerAccount: 5,
      forgotPerAddress: 50,
      consultationsPerHour: 50,
      smtpURL: null,
      planLimit: false,
      dev: false,
    })
  })

  test('an empty setting counts as unset', () => {
    const empty = { PORT: '', DATABASE_URL: '', PUBLIC_URL: '', ENVIRONMENT_NAME: '', MAX_FILE_MB: '', TRUST_PROXY: '' }
    expect(parseConfig(empty)).toEqual(parseConfig({}))
  })
})

describe('a setting', () => {
  test('DATABASE_URL chooses PostgreSQL', () => {
    for (const url of ['postgres://a:b@db:5432/homes', 'postgresql:///homes']) {
      expect(parseConfig({ DATABASE_URL: url }).database).toEqual({ postgresURL: url })
    }
  })

  test('DATA_DIR holds the SQLite file', () => {
    expect(parseConfig({ DATA_DIR: '/srv/homes' })).toMatchObject({
      dataDir: '/srv/homes',
      database: { sqliteFile: '/srv/homes/roomfolio.sqlite' },
    })
  })

  test('PUBLIC_URL keeps its path without a final slash; by default it has the port', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://Homes.example.com/' }).publicURL).toBe('https://homes.example.com')
    const under = { PUBLIC_URL: 'https://homes.example.com:443/our/homes/' }
    expect(parseConfig(under).publicURL).toBe('https://homes.example.com/our/homes')
    // In development Vite serves the sources without a path.
    expect(parseConfig({ ...under, ROOMFOLIO_DEV: '1' }).publicURL).toBe('https://homes.example.com')
    expect(parseConfig({ PORT: '8080' }).publicURL).toBe('http://localhost:8080')
  })

  test('FIRST_USER_IS_ADMIN can be turned off', () => {
    expect(parseConfig({ FIRST_USER_IS_ADMIN: 'false' }).firstUserIsAdmin).toBe(false)
  })

  test('a public HOST or PUBLIC_URL prevents that the first user becomes Admin without a code', () => {
    const local = { HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:3000' }
    for (const own of [{}, local, { HOST: '::1' }, { PUBLIC_URL: 'http://[::1]:3000' }, { HOST: '127.0.0.2' }]) {
      expect(parseConfig(own).firstAdminNeedsCode).toBe(false)
    }
    for (const beyond of [
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '192.168.1.5' },
      { HOST: 'localhost.example.com' },
      { PUBLIC_URL: 'https://homes.example.com' },
      { ...local, PUBLIC_URL: 'http://127.0.0.1.example.com' },
    ]) {
      expect(parseConfig(beyond).firstAdminNeedsCode).toBe(true)
      expect(parseConfig({ ...beyond, FIRST_USER_IS_ADMIN: 'false' }).firstAdminNeedsCode).toBe(false)
    }
  })

  test('changed contact data is no longer an example', () => {
    const own = { CONTACT_PHONE: '(555) 010-0111', CONTACT_EMAIL: 'me@homes.example' }
    expect(parseConfig(own).contactIsExample).toBe(false)
    expect(parseConfig({ CONTACT_PHONE: own.CONTACT_PHONE }).contactIsExample).toBe(true)
  })

  test('SMTP_URL is the mail server; mails come from CONTACT_EMAIL unless MAIL_FROM is set', () => {
    for (const SMTP_URL of ['smtp://mail.example.com', 'smtps://robin:p%40ss@mail.example.com:465']) {
      expect(parseConfig({ SMTP_URL }).smtpURL).toBe(SMTP_URL)
    }
    const own = { CONTACT_EMAIL: 'me@homes.example', MAIL_FROM: 'no-reply@homes.example' }
    expect(parseConfig({ CONTACT_EMAIL: own.CONTACT_EMAIL }).mailFrom).toBe('me@homes.example')
    expect(parseConfig(own)).toMatchObject({ contactEmail: 'me@homes.example', mailFrom: 'no-reply@homes.example' })
  })

  test('OIDC_ISSUER adds a provider, whose users sign up alone with OIDC_ONLY', () => {
    expect(parseConfig({}).oidc).toBeNull()
    const provider = { OIDC_ISSUER: 'https://auth.example.com/realms/home', OIDC_CLIENT_ID: 'roomfolio' }
    expect(parseConfig({ ...provider, OIDC_ADMIN_CLAIM: 'groups=a=b' })).toMatchObject({
      registration: 'open',
      oidc: {
        ...{ name: 'auth.example.com', clientSecret: null, scopes: 'openid profile email', only: false },
        ...{ createsAccounts: true, adminClaim: { name: 'groups', value: 'a=b' } },
      },
    })
    const only = parseConfig({ ...provider, OIDC_ONLY: 'true' })
    expect(only).toMatchObject({ registration: 'invited', oidc: { only: true, createsAccounts: true } })
    expect(parseConfig({ ...provider, REGISTRATION: 'closed' }).oidc?.createsAccounts).toBe(false)
    expect(complaint({ OIDC_ISSUER: provider.OIDC_ISSUER })).toContain('OIDC_CLIENT_ID must be set')
    expect(complaint({ OIDC_ONLY: 'true' })).toContain('OIDC_ONLY needs OIDC_ISSUER.')
    expect(complaint({ ...provider, OIDC_SCOPES: 'email' })).toContain('OIDC_SCOPES must begin with openid')
  })

  test('REGISTRATION and PRICES close what is open by default', () => {
    expect(parseConfig({})).toMatchObject({ registration: 'open', prices: true, firstAdminNeedsCode: false })
    // Then the first account needs the code, even on this machine.
    const closed = { REGISTRATION: 'closed', PRICES: 'false' }
    expect(parseConfig(closed)).toMatchObject({ registration: 'closed', prices: false, firstAdminNeedsCode: true })
    expect(complaint({ REGISTRATION: 'shut' })).toContain(
      `REGISTRATION must be one of open, invited, closed (it is "shut").`,
    )
  })

  test('PLAN_LIMIT limits everybody to the Basic plan', () => {
    expect(parseConfig({ PLAN_LIMIT: 'true' }).planLimit).toBe(true)
  })

  test('limits are numbers in the unit of their name', () => {
    const limits = { MAX_FILE_MB: '100', MAX_FILES_PER_UPLOAD: '3', LOGIN_TRIES_PER_ACCOUNT: '5' }
    expect(parseConfig(limits)).toMatchObject({
      maxFileBytes: 100 * 1024 * 1024,
      maxFilesPerUpload: 3,
      loginTriesPerAccount: 5,
    })
  })
})

describe('TRUST_PROXY', () => {
  test.each([
    ['true', true],
    ['false', false],
    ['10.0.0.0/8,127.0.0.1', '10.0.0.0/8,127.0.0.1'],
    ['loopback', 'loopback'],
    ['::1/128', '::1/128'],
  ])('may be %s', (text, value) => {
    expect(parseConfig({ TRUST_PROXY: text }).trustProxy).toBe(value)
  })

  test('may be a number of hops, counted from the server', () => {
    const { trustProxy } = parseConfig({ TRUST_PROXY: '2' })
    const trusts = (hop: number) => typeof trustProxy === 'function' && trustProxy('192.0.2.1', hop)
    expect([0, 1, 2].map(trusts)).toEqual([true, true, false])
  })
})

describe('an invalid setting stops the start with advice', () => {
  test.each([
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535 (it is "70000").'],
    ['PORT', '3e3', 'PORT must be a whole number from 0 to 65535 (it is "3e3").'],
    ['PORT', '-1', 'PORT must be a whole number'],
    ['DATABASE_URL', 'mysql://db/homes', 'DATABASE_URL must look like postgres://user:password@host:5432/database'],
    ['DATABASE_URL', 'homes', 'DATABASE_URL must look like postgres://'],
    ['PUBLIC_URL', 'homes.example.com', 'PUBLIC_URL must be the address people use, such as https://homes.example.com'],
    ['PUBLIC_URL', 'ftp://homes.example.com', 'PUBLIC_URL must be the address people use'],
    ['PUBLIC_URL', 'https://homes.example.com/?from=mail', 'PUBLIC_URL must be the address people use'],
    ['PUBLIC_URL', 'https://homes.example.com/my homes', 'a path is of letters, digits and -._~'],
    ['PUBLIC_URL', "https://homes.example.com/a';x", 'a path is of letters, digits and -._~'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be true, false, a number of hops, or addresses and networks'],
    ['TRUST_PROXY', '10.0.0.0/8,proxy', 'TRUST_PROXY must be'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be'],
    ['TRUST_PROXY', '10.0.0.0/0', 'TRUST_PROXY must be'],
    ['TRUST_PROXY', '::1/129', 'TRUST_PROXY must be'],
    ['TRUST_PROXY', '10.0.0.0/8/8', 'TRUST_PROXY must be'],
    ['TRUST_PROXY', '127.0.0.1,', 'TRUST_PROXY must be'],
    ['FIRST_USER_IS_ADMIN', 'yes', 'FIRST_USER_IS_ADMIN must be true or false (it is "yes").'],
    ['SMTP_URL', 'mail.example.com', 'SMTP_URL must look like smtp://user:password@mail.example.com:587'],
    ['SMTP_URL', 'https://mail.example.com', 'SMTP_URL must look like smtp://'],
    ['SMTP_URL', 'smtp://robin:100%@mail.example.com', '# as %23, ? as %3F and % as %25.'],
    ['SMTP_URL', 'smtp://robin:%ff@mail.example.com', 'SMTP_URL must write signs'],
    ['SMTP_URL', 'smtp://me:pa#ss@mail.example.com', 'SMTP_URL must write signs in the name or the password with %'],
    ['SMTP_URL', 'smtp://me@example.com:pass@mail.example.com:587', 'SMTP_URL must write signs'],
    ['DATABASE_URL', 'postgres://rf:p@ss/w#rd@localhost/homes', 'DATABASE_URL must write signs'],
    ['DATABASE_URL', 'postgres://rf:50%@localhost/homes', 'DATABASE_URL must write signs'],
    ['S3_ENDPOINT', 'https://me:a/b@s3.example.com', 'S3_ENDPOINT must write signs'],
    ['MAIL_FROM', 'Roomfolio', 'MAIL_FROM must be an email address (it is "Roomfolio").'],
    ['CONTACT_EMAIL', 'a@b, c@d', 'CONTACT_EMAIL must be an email address'],
    ['PLAN_LIMIT', '2', 'PLAN_LIMIT must be true or false'],
    ['FORGOT_PER_ACCOUNT', '0', 'FORGOT_PER_ACCOUNT must be a whole number'],
    ['FORGOT_PER_ADDRESS', '0', 'FORGOT_PER_ADDRESS must be a whole number'],
    ['CONSULTATIONS_PER_HOUR', '0', 'CONSULTATIONS_PER_HOUR must be a whole number'],
    ['MAX_FILE_MB', '0', 'MAX_FILE_MB must be a whole number from 1 to 10000'],
    ['MAX_FILES_PER_UPLOAD', 'many', 'MAX_FILES_PER_UPLOAD must be a whole number from 1 to 1000'],
    ['LOGIN_TRIES_PER_ACCOUNT', '0', 'LOGIN_TRIES_PER_ACCOUNT must be a whole number'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent (it is "loud").'],
  ])('%s=%s', (name, value, sentence) => {
    expect(complaint({ [name]: value })).toContain(sentence)
  })

  test.each([
    ['DATABASE_URL', 'postgress://robin:secret@db/homes'],
    ['DATABASE_URL', 'robin:secret@db/homes'],
    ['DATABASE_URL', 'postgres://robin:se#secret@db/homes'],
    ['DATABASE_URL', 'postgres://robin:a@secret/b@db/homes'],
    ['SMTP_URL', 'robin:secret@mail.example.com'],
    ['SMTP_URL', 'smtp://robin:secret%@mail.example.com'],
    ['S3_ENDPOINT', 's3://robin:secret@s3.example.com'],
    ['PUBLIC_URL', 'ftp://robin:secret@homes.example.com'],
  ])('without the password in %s=%s', (name, value) => {
    const said = complaint({ [name]: value })
    expect(said).toContain(`${name} must`)
    expect(said).not.toContain('secret')
  })

  test('and all invalid ones are named together', () => {
    expect(complaint({ PORT: 'x', MAX_FILE_MB: 'y' })).toMatch(/PORT[^]*MAX_FILE_MB/)
  })
})

test('addresses of the database and the mail server are shown without passwords', () => {
  const settings = {
    DATABASE_URL: 'postgres://robin:secret@db.example.com:5433/homes',
    SMTP_URL: 'smtp://robin:secret@mail.example.com',
    FILE_STORE: 's3',
    S3_BUCKET: 'homes',
    S3_ENDPOINT: 'https://robin:secret@s3.example.com',
    S3_ACCESS_KEY_ID: 'robin',
    S3_SECRET_ACCESS_KEY: 'secret',
    PUBLIC_URL: 'http://robin:secret@localhost:3000',
  }
  const lines = whereThingsAre(parseConfig(settings)).join('\n')
  expect(lines).toContain('PostgreSQL at db.example.com:5433')
  expect(lines).toContain('the bucket homes at https://s3.example.com')
  expect(lines).not.toContain('secret')
  const shared = whereThingsAre(parseConfig({ ...settings, S3_PREFIX: 'cottage-' })).join('\n')
  expect(shared).toContain('the bucket homes (S3_PREFIX cottage-) at https://s3.example.com')
})

test.each<[string, Record<string, string>, string | undefined]>([
  ['nothing on this machine alone', {}, undefined],
  ['nothing with PUBLIC_URL', { HOST: '0.0.0.0', PUBLIC_URL: 'https://homes.example.com' }, undefined],
  ['what to set for a whole network', { HOST: '0.0.0.0' }, 'before you print codes'],
  ['what to set for mails', { SMTP_URL: 'smtp://mail.example.com' }, 'Links in emails lead to http://localhost:3000;'],
  [
    'that PUBLIC_URL names this machine',
    { SMTP_URL: 'smtp://mail.example.com', PUBLIC_URL: 'http://127.0.0.1:8080' },
    'Links in emails lead to http://127.0.0.1:8080;',
  ],
])('a start logs of addresses %s', (_, settings, told) => {
  const said = whereThingsAre(parseConfig(settings)).filter((line) => line.includes('PUBLIC_URL'))
  expect(said).toEqual(told === undefined ? [] : [expect.stringContaining(told)])
})

test('a bad folder for scheduled backups is reported in one sentence', async () => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'a file'), '')
  const config = (BACKUP_DIR: string) => parseConfig({ BACKUP_DIR, BACKUP_EVERY_HOURS: '24' })
  for (const wrong of [join(folder, 'a file'), join(folder, 'a file/backups'), '/proc/roomfolio']) {
    const told = await backupTrouble(config(wrong))
    expect(told).toContain(`The folder ${wrong} cannot be used (E`)
    expect(told).toMatch(/\)\. Let BACKUP_DIR lead to one that this user may write\.$/)
    expect(whereThingsAre(config(wrong), told)).toContain(`Backups: none can be made. ${told}`)
  }
  for (const right of [folder, join(folder, 'new/one')]) expect(await backupTrouble(config(right))).toBeUndefined()
  expect(await backupTrouble(parseConfig({ BACKUP_DIR: '/proc/roomfolio' }))).toBeUndefined()
})
