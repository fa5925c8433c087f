import { mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { Daemon, run } from './daemon.ts'
import { folderOf, makeBucket, type Engine } from './engine.ts'

const CREDENTIALS = { accessKeyId: 'scale:files', secretAccessKey: 'scale-secret' }

interface Swift extends Engine {
  /** From now on listings miss stored and removed files. */
  loseListings(): void
  /** Updates the listings with everything they missed. */
  catchUp(): Promise<void>
}

/** `workers = 0`: a single process, so killing it leaves none running. */
const program = (folder: string, port: number): string => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
log_address = ${folder}/no-log
`

const keeper = (folder: string, port: number, name: string): string => `${program(folder, port)}
[pipeline:main]
pipeline = ${name}-server

[app:${name}-server]
use = egg:swift#${name}

[${name}-updater]
`

const FILTERS = ['catch_errors', 'gatekeeper', 'listing_formats', 'cache', 's3api', 'tempauth', 'copy', 'slo', 'dlo']
const EGGS: Record<string, string> = { cache: 'memcache' }
const OPTIONS: Record<string, string> = {
  // Required, but need not work.
  cache: 'memcache_servers = 127.0.0.1:1',
  s3api: 'location = us-east-1',
  tempauth: `user_${CREDENTIALS.accessKeyId.replace(':', '_')} = ${CREDENTIALS.secretAccessKey} .admin`,
}

const proxy = (folder: string, port: number): string => `${program(folder, port)}
[pipeline:main]
pipeline = ${FILTERS.join(' ')} proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# What was killed serves again within seconds.
error_suppression_interval = 2
${FILTERS.map((name) => `\n[filter:${name}]\nuse = egg:swift#${EGGS[name] ?? name}\n${OPTIONS[name] ?? ''}`).join('\n')}
`

/** A proxy to a server that can drop updates while it passes reads. */
const startLine = async (to: number) => {
  let loses = false
  const line = createServer((caller) => {
    caller.on('error', () => {})
    caller.once('data', (begin) => {
      if (loses && /^(PUT|DELETE) \S+ /.test(begin.toString('latin1'))) return caller.destroy()
      const server = connect(to, '127.0.0.1')
      server.on('error', () => caller.destroy())
      server.write(begin)
      return caller.pipe(server).pipe(caller)
    })
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    port: (line.address() as AddressInfo).port,
    lose: (isLosing: boolean) => void (loses = isLosing),
    close: () => line.close(),
  }
}

/** Starts one server of each kind with a folder as disk. Updates of listings go through the proxy above. */
export const startSwift = async (): Promise<Swift> => {
  const folder = folderOf('swift')
  mkdirSync(join(folder, 'devices', 'disk'), { recursive: true })
  const start = (name: string, port: number, configuration: typeof keeper) => {
    writeFileSync(join(folder, `${name}.conf`), configuration(folder, port, name))
    const daemon = new Daemon(folder, name, `swift-${name}-server`, [join(folder, `${name}.conf`), '--verbose'])
    daemon.start()
    return daemon
  }
  const makeRing = async (name: string, port: number) => {
    const ring = `${name}.builder`
    await run('swift-ring-builder', [ring, 'create', '4', '1', '1'], folder)
    await run('swift-ring-builder', [ring, 'add', `r1z1-127.0.0.1:${port}/disk`, '1'], folder)
    await run('swift-ring-builder', [ring, 'rebalance'], folder)
  }
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() }
  const line = await startLine(ports.container)
  await makeRing('account', ports.account)
  await makeRing('container', line.port)
  await makeRing('object', ports.object)
  const account = start('account', ports.account, keeper)
  const container = start('container', ports.container, keeper)
  const storage = start('object', ports.object, keeper)
  const port = await freePort()
  const gateway = start('proxy', port, proxy)
  const settings = {
    bucket: 'files',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    prefix: '',
    credentials: CREDENTIALS,
  }
  await makeBucket(settings)
  return {
    settings,
    gateway,
    hangStorage: () => storage.freeze(),
    resumeStorage: async () => storage.thaw(),
    programs: { gateway, 'object server': storage, 'container server': container },
    loseListings: () => line.lose(true),
    async catchUp() {
      line.lose(false)
      await run('swift-object-updater', [join(folder, 'object.conf'), 'once'], folder)
    },
    async stop() {
      for (const daemon of [gateway, storage, container, account]) await daemon.stop()
      line.close()
    },
  }
}
