import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import { emailAddress } from '../shared/contract/text.ts'
import { REGISTRATIONS, type Registration } from '../shared/admin/site.api.ts'
import type { DatabaseLocation } from './platform/db/database.ts'

/**
 * Every setting, read once from the environment; docs/operations/settings.md lists them. An invalid one stops the start with a
 * message that says what to do.
 */
export interface Config {
  port: number
  host: string
  dataDir: string
  database: DatabaseLocation
  /**
   * The public address of this installation, with its path if any, without a trailing slash: PUBLIC_URL, or localhost
   * if that is not set (`hasPublicURL`).
   */
  publicURL: string
  environmentName: string | null
  contactPhone: string
  contactEmail: string
  contactIsExample: boolean
  /** The mail server; null if no mail is sent. */
  smtpURL: string | null
  mailFrom: string
  trustProxy: TrustProxy
  /** Who may create an account. Even if nobody may, the first Admin can, with the code. */
  registration: Registration
  /** Whether plans and consultations are offered. */
  prices: boolean
  /** Where users can log in too; null for passwords and passkeys alone. */
  oidc: OIDCSettings | null
  firstUserIsAdmin: boolean
  /**
   * Whether the first Admin needs the code printed at startup, because strangers could register first or may not
   * register.
   */
  firstAdminNeedsCode: boolean
  /** Whether all users are limited to the projects of the Basic plan. */
  planLimit: boolean
  /** Where files are stored: in `filesFolder`, or in the bucket of `s3`, which may be configured before it is used. */
  fileStore: 'folder' | 's3'
  filesFolder: string
  s3: S3Settings | null
  backups: BackupSettings
  maxFileBytes: number
  maxFilesPerUpload: number
  /** Limit for all files of one account; null for none. */
  storagePerAccountBytes: number | null
  /** Limit for a project file, both as sent and unpacked. */
  maxProjectFileBytes: number
  loginTriesPerAccount: number
  loginTriesPerAddress: number
  registrationsPerHour: number
  forgotPerAccount: number
  forgotPerAddress: number
  consultationsPerHour: number
  logLevel: string
  /** Statements that take at least this many milliseconds are logged. */
  slowStatementMs: number
  /** Hosts in private networks that webhooks may send to, some with a port. */
  webhookAllow: readonly string[]
  /** The token for /metrics; null if nobody may read it. */
  metricsToken: string | null
  /** Serve the web app from its sources with hot reload. */
  dev: boolean
}

export interface OIDCSettings {
  issuer: string
  clientID: string
  /** Null for a public client. */
  clientSecret: string | null
  /** As the button and messages call it. */
  name: string
  scopes: string
  /** Who is Admin: whose claim is or contains the value. Null if roles are given here. */
  adminClaim: { name: string; value: string } | null
  /** Whether Log In begins there automatically. */
  only: boolean
  /** Whether a login by someone new creates an account. */
  createsAccounts: boolean
}

export interface S3Settings {
  bucket: string
  /** Undefined for Amazon S3. */
  endpoint: string | undefined
  region: string
  /** Prefix of every key, such as 'homes-'. */
  prefix: string
  /** Undefined if the machine itself is authorized. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

interface BackupSettings {
  folder: string
  /** 0 for no scheduled backups. */
  everyHours: number
  /** How many scheduled backups are kept. */
  keep: number
}

/** Which proxies may forward a client's address, as Fastify expects it: all or none, a list of networks, or by hops. */
export type TrustProxy = boolean | string | ((address: string, hop: number) => boolean)

export class ConfigError extends Error {}

const MIB = 1024 * 1024
const EXAMPLE_PHONE = '(555) 010-0142'
const EXAMPLE_EMAIL = 'hello@roomfolio.example'

const setting = (sentence: string) => z.string({ error: sentence })
const numberFrom = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  const digits = setting(error).check(z.regex(/^\d+$/, { error }))
  const number = z.pipe(z.transform(Number), z.number().check(z.gte(least, { error }), z.lte(most, { error })))
  return { digits, number }
}
const wholeNumber = (least: number, most: number, fallback: number) => {
  const { digits, number } = numberFrom(least, most)
  return z.pipe(z._default(digits, String(fallback)), number)
}
const optionalNumber = (least: number, most: number) => {
  const { digits, number } = numberFrom(least, most)
  return z.optional(z.pipe(digits, number))
}
const yesOrNo = (fallback: 'true' | 'false') =>
  z.pipe(
    z._default(z.enum(['true', 'false'], { error: 'must be true or false' }), fallback),
    z.transform((text) => text === 'true'),
  )
const SIGNS_ERROR =
  'must write signs in the name or the password with %: @ as %40, / as %2F, # as %23, ? as %3F and % as %25'
/** Whether the part before the host contains a character that would end it, so the rest would count as host or path. */
const hasRawSigns = (text: string): boolean =>
  /[@/?#\s]/.test(/^[a-z+]+:\/\/(.*)@[\w.[\]:-]+(?:[/?#]|$)/i.exec(text)?.[1] ?? '')
const isURLOf = (protocols: RegExp, text: string): boolean =>
  URL.canParse(text) && protocols.test(new URL(text).protocol) && !hasRawSigns(text)
const url = (protocols: RegExp, error: string) =>
  z.optional(
    setting(error).check(
      z.refine((text) => isURLOf(protocols, String(text)), {
        error: ({ input }) => (hasRawSigns(String(input)) ? SIGNS_ERROR : error),
      }),
    ),
  )

const email = setting('must be an email address').check(
  z.refine((text) => emailAddress.safeParse(text).success, { error: 'must be an email address' }),
)

const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.trim().split('/')
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text.trim())) return true
  const mostBits = { 4: 32, 6: 128 }[isIP(address)]
  if (mostBits === undefined || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= mostBits)
}

/** 'true' trusts any proxy, a number that many hops, anything else is a list of addresses and networks. */
const trustProxy = (text: string): TrustProxy => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^\d+$/.test(text) ? (_address, hop) => hop < Number(text) : text
}
const TRUST_PROXY_ERROR =
  'must be true, false, a number of hops, or addresses and networks such as 10.0.0.0/8,127.0.0.1'

const SCOPES_ERROR = 'must begin with openid, such as openid profile email groups'
const ADMIN_CLAIM_ERROR = 'must be a claim and its value, such as groups=roomfolio-admins'

const WEBHOOK_ALLOW_ERROR =
  'must be hosts, best with their ports, with commas between, such as homeassistant.local:8123,192.168.1.20'

const METRICS_TOKEN_ERROR = 'must be 16 to 200 letters, digits or signs, and no blanks'

const PUBLIC_URL_ERROR =
  'must be the address people use, such as https://homes.example.com or https://example.com/homes; a path is of letters, digits and -._~'
/** Inserted unescaped into documents and cookies. */
const PUBLIC_PATH = /^(\/[\w.~-]+)*\/?$/
const isPublicURL = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && PUBLIC_PATH.test(pathname) && search === '' && hash === ''
}
/** Vite serves the sources without a path. */
const addressOf = ({ origin, pathname }: URL, dev: boolean): string => origin + (dev ? '' : pathname.replace(/\/$/, ''))

const settings = z.object({
  PORT: wholeNumber(0, 65535, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: url(
    /^postgres(ql)?:$/,
    'must look like postgres://user:password@host:5432/database; unset it for SQLite',
  ),
  PUBLIC_URL: z.optional(
    setting(PUBLIC_URL_ERROR).check(z.refine((text) => isPublicURL(String(text)), { error: PUBLIC_URL_ERROR })),
  ),
  ENVIRONMENT_NAME: z.optional(z.string()),
  CONTACT_PHONE: z._default(z.string(), EXAMPLE_PHONE),
  CONTACT_EMAIL: z._default(email, EXAMPLE_EMAIL),
  SMTP_URL: url(/^smtps?:$/, 'must look like smtp://user:password@mail.example.com:587; unset it to send no mail'),
  MAIL_FROM: z.optional(email),
  TRUST_PROXY: z._default(
    z.string().check(
      z.refine<string>((text) => /^(true|false|\d+)$/.test(text) || text.split(',').every(isNetwork), {
        error: TRUST_PROXY_ERROR,
      }),
    ),
    'false',
  ),
  REGISTRATION: z._default(z.enum(REGISTRATIONS, { error: `must be one of ${REGISTRATIONS.join(', ')}` }), 'open'),
  PRICES: yesOrNo('true'),
  FIRST_USER_IS_ADMIN: yesOrNo('true'),
  OIDC_ISSUER: url(/^https?:$/, 'must look like https://auth.example.com; unset it for passwords alone'),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: z.optional(z.string()),
  OIDC_SCOPES: z._default(
    setting(SCOPES_ERROR).check(z.regex(/^openid( \S+)*$/, { error: SCOPES_ERROR })),
    'openid profile email',
  ),
  OIDC_ADMIN_CLAIM: z.optional(setting(ADMIN_CLAIM_ERROR).check(z.regex(/^[^=]+=.+$/, { error: ADMIN_CLAIM_ERROR }))),
  OIDC_ONLY: yesOrNo('false'),
  PLAN_LIMIT: yesOrNo('false'),
  FILE_STORE: z._default(z.enum(['folder', 's3'], { error: 'must be folder or s3' }), 'folder'),
  S3_BUCKET: z.optional(z.string()),
  S3_ENDPOINT: url(/^https?:$/, "must look like https://s3.example.com; unset it for Amazon's own"),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_PREFIX: z._default(z.string(), ''),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_EVERY_HOURS: wholeNumber(0, 8760, 0),
  BACKUP_KEEP: wholeNumber(1, 10_000, 7),
  MAX_FILE_MB: wholeNumber(1, 10_000, 25),
  MAX_FILES_PER_UPLOAD: wholeNumber(1, 1000, 20),
  STORAGE_PER_ACCOUNT_MB: optionalNumber(1, 100_000_000),
  MAX_PROJECT_MB: wholeNumber(1, 100_000, 2000),
  LOGIN_TRIES_PER_ACCOUNT: wholeNumber(1, 1_000_000, 10),
  LOGIN_TRIES_PER_ADDRESS: wholeNumber(1, 1_000_000, 100),
  REGISTRATIONS_PER_HOUR: wholeNumber(1, 1_000_000, 1000),
  FORGOT_PER_ACCOUNT: wholeNumber(1, 1_000_000, 5),
  FORGOT_PER_ADDRESS: wholeNumber(1, 1_000_000, 50),
  CONSULTATIONS_PER_HOUR: wholeNumber(1, 1_000_000, 50),
  SLOW_STATEMENT_MS: wholeNumber(1, 3_600_000, 500),
  WEBHOOK_ALLOW: z.optional(
    setting(WEBHOOK_ALLOW_ERROR).check(z.regex(/^[\w.:[\]-]+(, ?[\w.:[\]-]+)*$/, { error: WEBHOOK_ALLOW_ERROR })),
  ),
  METRICS_TOKEN: z.optional(
    setting(METRICS_TOKEN_ERROR).check(z.regex(/^[!-~]{16,200}$/, { error: METRICS_TOKEN_ERROR })),
  ),
  LOG_LEVEL: z._default(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    }),
    'info',
  ),
  ROOMFOLIO_DEV: z._default(z.enum(['0', '1'], { error: 'must be 0 or 1' }), '0'),
})

const hostOf = (publicURL: string | undefined): string => (publicURL ? new URL(publicURL).hostname : 'localhost')

/** Whether a host name or address is only reachable from this machine. */
export const isThisMachine = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

/** The limit of a single PUT in S3 is 5 GiB. */
const S3_MAX_FILE_MB = 5000

const canBeDecoded = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Conflicts between settings that are valid individually. */
const togetherWrong = (env: z.output<typeof settings>): string[] => {
  const wrong: string[] = []
  for (const name of ['SMTP_URL', 'DATABASE_URL'] as const)
    if (env[name] !== undefined && !canBeDecoded(env[name])) wrong.push(`${name} ${SIGNS_ERROR}.`)
  if (env.FILE_STORE === 's3' && !env.S3_BUCKET) wrong.push('S3_BUCKET must name the bucket where FILE_STORE is s3.')
  if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined))
    wrong.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must both be set, or neither.')
  if (env.FILE_STORE === 's3' && env.MAX_FILE_MB > S3_MAX_FILE_MB)
    wrong.push(`MAX_FILE_MB must be at most ${S3_MAX_FILE_MB} where FILE_STORE is s3.`)
  if (env.OIDC_ISSUER && !env.OIDC_CLIENT_ID) wrong.push('OIDC_CLIENT_ID must be set where OIDC_ISSUER is.')
  if (env.OIDC_ONLY && !env.OIDC_ISSUER) wrong.push('OIDC_ONLY needs OIDC_ISSUER.')
  return wrong
}

const oidcSettings = (env: z.output<typeof settings>): OIDCSettings | null => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientID } = env
  if (!issuer || !clientID) return null
  const [name = '', ...value] = env.OIDC_ADMIN_CLAIM?.split('=') ?? []
  return {
    issuer,
    clientID,
    clientSecret: env.OIDC_CLIENT_SECRET ?? null,
    name: env.OIDC_NAME ?? new URL(issuer).hostname,
    scopes: env.OIDC_SCOPES,
    adminClaim: name ? { name, value: value.join('=') } : null,
    only: env.OIDC_ONLY,
    createsAccounts: env.REGISTRATION === 'open',
  }
}

const s3Settings = (env: z.output<typeof settings>): S3Settings | null => {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket) return null
  return {
    bucket,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    prefix: env.S3_PREFIX,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}

/** Not repeated in the output of a start. */
const MAY_HOLD_PASSWORDS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'PUBLIC_URL',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] satisfies (keyof z.output<typeof settings>)[])

const refuse = (lines: readonly string[]) =>
  new ConfigError(`Please correct these settings and start again:\n  ${lines.join('\n  ')}`)

/** The path of the public address: '' or such as '/homes'. */
export const publicPathOf = ({ publicURL }: Pick<Config, 'publicURL'>): string =>
  new URL(publicURL).pathname.replace(/\/$/, '')

/** The address of a server without PUBLIC_URL, which does not know the name of its machine. */
const addressHere = (port: number): string => `http://localhost:${port}`

export const hasPublicURL = ({ publicURL, port }: Pick<Config, 'publicURL' | 'port'>): boolean =>
  publicURL !== addressHere(port)

export const isReachedByHTTPS = ({ publicURL }: Pick<Config, 'publicURL'>): boolean => publicURL.startsWith('https:')

/** Throws a ConfigError that lists each wrong setting. An empty setting counts as unset. */
export const parseConfig = (environment: Record<string, string | undefined>): Config => {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = settings.safeParse(nonEmpty)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      return MAY_HOLD_PASSWORDS.has(name)
        ? `${name} ${message}.`
        : `${name} ${message} (it is "${nonEmpty[name] ?? ''}").`
    })
    throw refuse(lines)
  }
  const env = parsed.data
  const wrong = togetherWrong(env)
  if (wrong.length > 0) throw refuse(wrong)
  const dataDir = resolve(env.DATA_DIR)
  const dev = env.ROOMFOLIO_DEV === '1'
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir,
    database: env.DATABASE_URL ? { postgresURL: env.DATABASE_URL } : { sqliteFile: join(dataDir, 'roomfolio.sqlite') },
    publicURL: env.PUBLIC_URL ? addressOf(new URL(env.PUBLIC_URL), dev) : addressHere(env.PORT),
    environmentName: env.ENVIRONMENT_NAME ?? null,
    contactPhone: env.CONTACT_PHONE,
    contactEmail: env.CONTACT_EMAIL,
    contactIsExample: env.CONTACT_PHONE === EXAMPLE_PHONE || env.CONTACT_EMAIL === EXAMPLE_EMAIL,
    smtpURL: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? env.CONTACT_EMAIL,
    trustProxy: trustProxy(env.TRUST_PROXY),
    // With OIDC_ONLY, `open` is for those whom the provider lets in.
    registration: env.OIDC_ONLY && env.REGISTRATION === 'open' ? 'invited' : env.REGISTRATION,
    prices: env.PRICES,
    oidc: oidcSettings(env),
    firstUserIsAdmin: env.FIRST_USER_IS_ADMIN,
    firstAdminNeedsCode:
      env.FIRST_USER_IS_ADMIN &&
      (env.REGISTRATION !== 'open' || !(isThisMachine(env.HOST) && isThisMachine(hostOf(env.PUBLIC_URL)))),
    planLimit: env.PLAN_LIMIT,
    fileStore: env.FILE_STORE,
    filesFolder: join(dataDir, 'files'),
    s3: s3Settings(env),
    backups: {
      folder: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : join(dataDir, 'backups'),
      everyHours: env.BACKUP_EVERY_HOURS,
      keep: env.BACKUP_KEEP,
    },
    maxFileBytes: env.MAX_FILE_MB * MIB,
    maxFilesPerUpload: env.MAX_FILES_PER_UPLOAD,
    storagePerAccountBytes: env.STORAGE_PER_ACCOUNT_MB === undefined ? null : env.STORAGE_PER_ACCOUNT_MB * MIB,
    maxProjectFileBytes: env.MAX_PROJECT_MB * MIB,
    loginTriesPerAccount: env.LOGIN_TRIES_PER_ACCOUNT,
    loginTriesPerAddress: env.LOGIN_TRIES_PER_ADDRESS,
    registrationsPerHour: env.REGISTRATIONS_PER_HOUR,
    forgotPerAccount: env.FORGOT_PER_ACCOUNT,
    forgotPerAddress: env.FORGOT_PER_ADDRESS,
    consultationsPerHour: env.CONSULTATIONS_PER_HOUR,
    logLevel: env.LOG_LEVEL,
    slowStatementMs: env.SLOW_STATEMENT_MS,
    webhookAllow: env.WEBHOOK_ALLOW?.toLowerCase().split(/, ?/) ?? [],
    metricsToken: env.METRICS_TOKEN ?? null,
    dev,
  }
}
