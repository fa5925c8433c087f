import { randomBytes } from 'node:crypto'
import { appendFileSync, chownSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { DatabaseAddress } from '../support/database-address.ts'
import { until } from '../support/until.ts'
import { Daemon, folderFor, run, type User } from './daemon.ts'

/** Debian's user of PostgreSQL, which refuses to run as root. */
export const postgresUser = async (): Promise<User> => {
  const id = async (flag: string) => Number(await run('id', [flag, 'postgres'], '/'))
  return { uid: await id('-u'), gid: await id('-g') }
}

/** Debian's folder of the newest version's programs. */
export const postgresPrograms = (): string => {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return join('/usr/lib/postgresql', versions[0] ?? '', 'bin')
}

const PRIMARY = `
listen_addresses = '127.0.0.1'
wal_level = replica
hot_standby = on
# What waits for its standby is ended only by it.
synchronous_commit = on
log_min_messages = warning
`

/** Runs one statement on a new connection. */
export const ask = async <Row extends pg.QueryResultRow>(connectionString: string, sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts a primary whose commits wait for a standby, and one address for the primary. */
export const startPair = async () => {
  const user = await postgresUser()
  const bin = postgresPrograms()
  const folder = folderFor(user, 'postgres')
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  chownSync(passwordFile, user.uid, user.gid)
  const program = (name: string, ...args: string[]) => run(join(bin, name), args, folder, user)
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const ports = [await freePort(), await freePort()] as const
  const server = (name: string, data: string, port: number) =>
    new Daemon(folder, name, join(bin, 'postgres'), ['-D', data, '-p', String(port), '-k', folder], user)
  const urlOf = (port: number) => `postgres://app:${password}@127.0.0.1:${port}/postgres`

  await program(
    'initdb',
    '-D',
    one,
    '-U',
    'app',
    '--pwfile',
    passwordFile,
    '-A',
    'password',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  )
  appendFileSync(join(one, 'postgresql.conf'), PRIMARY)
  appendFileSync(join(one, 'pg_hba.conf'), 'host replication app 127.0.0.1/32 password\n')
  const primary = server('primary', one, ports[0])
  primary.start()
  const answers = async (port: number) => {
    const asked = ask(urlOf(port), 'select 1')
    return asked.then(
      () => true,
      () => false,
    )
  }
  await until(() => answers(ports[0]))
  const from = `host=127.0.0.1 port=${ports[0]} user=app password=${password}`
  await program('pg_basebackup', '-d', from, '-D', two, '-X', 'stream', '-C', '-S', 'two', '-c', 'fast')
  writeFileSync(join(two, 'standby.signal'), '')
  appendFileSync(
    join(two, 'postgresql.auto.conf'),
    `primary_conninfo = '${from} application_name=two'\nprimary_slot_name = 'two'\n`,
  )
  const standby = server('standby', two, ports[1])
  standby.start()
  await ask(urlOf(ports[0]), "alter system set synchronous_standby_names = 'FIRST 1 (two)'")
  await ask(urlOf(ports[0]), 'select pg_reload_conf()')
  const inStep = async () => {
    const rows = await ask(urlOf(ports[0]), "select from pg_stat_replication where sync_state = 'sync'")
    return rows.length > 0
  }
  await until(inStep)
  const address = new DatabaseAddress(ports[0])
  await address.start()

  return {
    url: address.through(urlOf(ports[0])),
    primaryURL: urlOf(ports[0]),
    primary,
    standby,
    /** Promotes the standby and moves the address to it. */
    async promote(): Promise<void> {
      await program('pg_ctl', '-D', two, '-w', 'promote')
      address.leadTo(ports[1])
    },
    async stop(): Promise<void> {
      address.stop()
      await standby.kill()
      await primary.kill()
    },
  }
}
