import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { until } from '../support/until.ts'
import { Daemon, folderFor, killAll, scaleFolder } from './daemon.ts'
import { ask, postgresPrograms, postgresUser } from './postgres-pair.ts'

/** Seconds. A dead leader is replaced when its lease expires. */
export const TTL = 20

const NODES = ['one', 'two'] as const
type Name = (typeof NODES)[number]

interface Node {
  name: Name
  port: number
  restPort: number
}

const configuration = (folder: string, bin: string, password: string, etcd: number, node: Node): string => `
scope: roomfolio
name: ${node.name}
restapi: {listen: "127.0.0.1:${node.restPort}", connect_address: "127.0.0.1:${node.restPort}"}
etcd3: {host: "127.0.0.1:${etcd}"}
bootstrap:
  dcs:
    ttl: ${TTL}
    loop_wait: 5
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql: {use_pg_rewind: true, use_slots: true, parameters: {wal_level: replica, hot_standby: "on", wal_log_hints: "on"}}
  initdb: [encoding: UTF8, {locale: C.UTF-8}]
  pg_hba: [local all all trust, host all all 127.0.0.1/32 scram-sha-256, host replication all 127.0.0.1/32 scram-sha-256]
postgresql:
  listen: "127.0.0.1:${node.port}"
  connect_address: "127.0.0.1:${node.port}"
  data_dir: ${folder}/${node.name}
  bin_dir: ${bin}
  pgpass: ${folder}/${node.name}.pgpass
  authentication:
    superuser: {username: app, password: "${password}"}
    replication: {username: replicator, password: "${password}"}
    rewind: {username: rewind, password: "${password}"}
  parameters: {unix_socket_directories: "${folder}", password_encryption: scram-sha-256}
`

/** The HAProxy configuration of docs/operations/postgresql.md: one address for the primary. */
const proxy = (port: number, nodes: readonly Node[]): string => `
global
  maxconn 400
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 250ms downinter 500ms rise 1 fall 2 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`

/** Starts etcd, two PostgreSQL nodes under Patroni, and HAProxy as the address of the primary. */
export const startPatroni = async () => {
  const user = await postgresUser()
  const folder = folderFor(user, 'patroni')
  const password = randomBytes(12).toString('hex')
  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const etcdURL = `http://127.0.0.1:${etcdPort}`
  const peerURL = `http://127.0.0.1:${peerPort}`
  const etcd = new Daemon(
    folder,
    'etcd',
    'etcd',
    ['--name', 'etcd', '--data-dir', join(folder, 'etcd'), '--listen-client-urls', etcdURL].concat(
      ['--advertise-client-urls', etcdURL, '--listen-peer-urls', peerURL],
      ['--initial-advertise-peer-urls', peerURL, '--initial-cluster', `etcd=${peerURL}`],
    ),
    user,
  )
  const nodes: Node[] = []
  for (const name of NODES) nodes.push({ name, port: await freePort(), restPort: await freePort() })
  const nodeOf = (name: Name): Node => {
    const found = nodes.find((node) => node.name === name)
    if (!found) throw new Error(`There is no node ${name}.`)
    return found
  }
  const daemons = new Map(
    nodes.map((node) => {
      const file = join(folder, `${node.name}.yml`)
      writeFileSync(file, configuration(folder, postgresPrograms(), password, etcdPort, node), { mode: 0o644 })
      return [node.name, new Daemon(folder, `patroni-${node.name}`, 'patroni', [file], user)]
    }),
  )
  const is = async (name: Name, role: 'primary' | 'synchronous'): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${nodeOf(name).restPort}/${role}`).catch(() => undefined)
    return answer?.status === 200
  }
  const leader = async (): Promise<Name | undefined> => {
    for (const name of NODES) if (await is(name, 'primary')) return name
    return undefined
  }
  const url = `postgres://app:${password}@127.0.0.1:${proxyPort}/postgres`
  /** The PostgreSQL process, which is not a child of Patroni. */
  const postmasterOf = (name: Name): number | undefined => {
    try {
      return Number(readFileSync(join(folder, name, 'postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      return undefined
    }
  }
  const killPostgres = (name: Name): void => {
    const postmaster = postmasterOf(name)
    if (postmaster !== undefined) killAll(postmaster)
  }
  /** Records process ids, so the processes are ended however the tests end. */
  const noteProcesses = (): void => {
    mkdirSync(join(scaleFolder(), 'pids'), { recursive: true })
    for (const name of NODES) {
      const pid = postmasterOf(name)
      if (pid !== undefined) writeFileSync(join(scaleFolder(), 'pids', String(pid)), `postgres of ${name}`)
    }
  }
  /** Waits until one node is the primary and the other confirms its commits. */
  const whole = async (): Promise<void> => {
    await until(async () => {
      const first = await leader()
      if (!first) return false
      const second = NODES.find((name) => name !== first)
      return second !== undefined && (await is(second, 'synchronous'))
    })
    noteProcesses()
  }

  etcd.start()
  await until(async () => (await fetch(`${etcdURL}/health`).catch(() => undefined))?.ok === true)
  daemons.get('one')?.start()
  await until(() => is('one', 'primary'))
  noteProcesses()
  daemons.get('two')?.start()
  await whole()
  writeFileSync(join(folder, 'haproxy.cfg'), proxy(proxyPort, nodes), { mode: 0o644 })
  const haproxy = new Daemon(folder, 'haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], user)
  haproxy.start()
  const isPrimary = () =>
    ask(url, 'select where not pg_is_in_recovery()').then(
      (rows) => rows.length === 1,
      () => false,
    )
  /** Before its first checks HAProxy alternates between the nodes, so a single right answer proves nothing. */
  const leadsToPrimary = () => until(async () => (await isPrimary()) && (await isPrimary()) && (await isPrimary()))
  await leadsToPrimary()

  return {
    url,
    async whole(): Promise<void> {
      await whole()
      await leadsToPrimary()
    },
    leader,
    /** Switches the primary to the other node. */
    async switchOver(): Promise<void> {
      const from = await leader()
      if (!from) throw new Error('There is no primary.')
      const answer = await fetch(`http://127.0.0.1:${nodeOf(from).restPort}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: from }),
      })
      if (!answer.ok) throw new Error(`Patroni answered ${answer.status}: ${await answer.text()}`)
    },
    /** Kills PostgreSQL on the primary; Patroni stays alive. */
    async killPostgres(): Promise<void> {
      const name = await leader()
      if (name) killPostgres(name)
    },
    /** Kills everything on the primary, like a power cut. Returns its name. */
    async killNode(): Promise<Name> {
      const name = await leader()
      if (!name) throw new Error('There is no primary.')
      const gone = daemons.get(name)?.kill()
      killPostgres(name)
      await gone
      return name
    },
    startNode: (name: Name) => daemons.get(name)?.start(),
    async stop(): Promise<void> {
      await haproxy.stop()
      for (const name of NODES) {
        await daemons.get(name)?.kill()
        killPostgres(name)
      }
      await etcd.stop()
    },
  }
}
