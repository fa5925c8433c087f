import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request, type Agent } from 'node:https'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { until } from '../support/until.ts'
import { Daemon, run, scaleFolder } from './daemon.ts'

/** The host name of the certificate and of the installation. */
export const SITE = 'homes.example.com'
/** An address of this machine for clients, different from the proxy's. */
const CALLER = '127.0.0.2'

export const PROXIES = ['nginx', 'HAProxy', 'Caddy'] as const
type ProxyName = (typeof PROXIES)[number]

/** A proxy of `deploy/` with TLS in front of servers, configured by its file except for ports, certificate and path. */
export interface Front {
  call: (asked: Asked) => Promise<Told>
  /** The address for plain http. */
  plain: string
  stop(): Promise<void>
}

export interface Asked {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: Buffer | string | AsyncIterable<Buffer>
  /** Keeps connections alive; without an agent each call opens its own. */
  agent?: Agent
}

export interface Told {
  status: number
  headers: Record<string, string | string[] | undefined>
  bytes: Buffer
}

interface Ports {
  http: number
  https: number
}

const isWhole = (body: Asked['body']): body is Buffer | string => Buffer.isBuffer(body) || typeof body === 'string'

const certificates = async (folder: string) => {
  const [certificate, key, all] = ['certificate.pem', 'key.pem', 'all.pem'].map((name) => join(folder, name))
  if (!certificate || !key || !all) throw new Error('No names.')
  await run(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'].concat([
      '-subj',
      `/CN=${SITE}`,
      '-addext',
      `subjectAltName=DNS:${SITE}`,
      '-keyout',
      key,
      '-out',
      certificate,
    ]),
    folder,
  )
  writeFileSync(all, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  return { certificate, all }
}

/** A file of `deploy/` with each of these texts replaced; they must occur. */
const adapted = (file: string, replacements: readonly (readonly [string, string])[]): string =>
  replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} has no ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(join('deploy', file), 'utf8'),
  )

interface Setting {
  folder: string
  ports: Ports
  servers: readonly [string, string]
  path: string
}

/** How each proxy is started, and the text of its configuration. */
const START: Record<ProxyName, (setting: Setting) => Daemon> = {
  nginx: ({ folder, ports, servers, path }) => {
    const site = adapted('nginx.conf', [
      ['127.0.0.1:3000', servers[0]],
      ['127.0.0.1:3001', servers[1]],
      ['listen 80', `listen 127.0.0.1:${ports.http}`],
      ['listen 443', `listen 127.0.0.1:${ports.https}`],
      ['/etc/ssl/roomfolio', folder],
      ['location / {', `location ${path || '/'} {`],
    ])
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log; events {}\n` +
        `http { access_log off; ${own.join(' ')}\n${site}\n}\n`,
    )
    return new Daemon(folder, 'nginx', 'nginx', ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')])
  },
  HAProxy: ({ folder, ports, servers, path }) => {
    const text = adapted('haproxy.cfg', [
      ['server one 127.0.0.1:3000', `server one ${servers[0]}`],
      ['server two 127.0.0.1:3001', `server two ${servers[1]}`],
      ['bind :80', `bind 127.0.0.1:${ports.http}`],
      ['bind :443', `bind 127.0.0.1:${ports.https}`],
      ['/etc/ssl/roomfolio', folder],
      ...(path === ''
        ? []
        : ([
            ['# use_backend roomfolio', 'use_backend roomfolio'],
            ['{ path /homes } or { path_beg /homes/ }', `{ path ${path} } or { path_beg ${path}/ }`],
            ['  default_backend roomfolio\n', ''],
          ] as const)),
    ])
    writeFileSync(join(folder, 'haproxy.cfg'), text)
    return new Daemon(folder, 'haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])
  },
  Caddy: ({ folder, ports, servers, path }) => {
    const site = adapted('Caddyfile', [
      ['{$SITE:homes.example.com}', SITE],
      ['{$SERVERS:127.0.0.1:3000 127.0.0.1:3001}', servers.join(' ')],
      ['\treverse_proxy ', `\ttls ${folder}/certificate.pem ${folder}/key.pem\n\treverse_proxy ${path && `${path}* `}`],
    ])
    const own = [`http_port ${ports.http}`, `https_port ${ports.https}`, 'admin off', 'default_bind 127.0.0.1']
    writeFileSync(join(folder, 'Caddyfile'), `{\n${own.join('\n')}\nstorage file_system ${folder}/caddy\n}\n${site}`)
    return new Daemon(folder, 'caddy', 'caddy', [
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      join(folder, 'Caddyfile'),
    ])
  },
}

/** Starts the proxy in front of two servers, given as 'host:port', optionally under a path. */
export const startFront = async (name: ProxyName, servers: readonly [string, string], path: string): Promise<Front> => {
  const folder = join(scaleFolder(), `${name}${path.replaceAll('/', '-')}`)
  mkdirSync(folder, { recursive: true })
  const { certificate } = await certificates(folder)
  const ca = readFileSync(certificate)
  const ports = { http: await freePort(), https: await freePort() }
  const daemon = START[name]({ folder, ports, servers, path })
  daemon.start()

  const call = ({ method = 'GET', path: asked, headers = {}, body, agent }: Asked): Promise<Told> =>
    new Promise((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: ports.https,
          localAddress: CALLER,
          servername: SITE,
          ca,
          method,
          path: asked,
          headers: { host: SITE, ...(isWhole(body) && { 'content-length': Buffer.byteLength(body) }), ...headers },
          agent: agent ?? false,
        },
        (answer) => {
          answer.toArray().then((chunks: Buffer[]) => {
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) })
          }, reject)
        },
      )
      sent.on('error', reject)
      if (body === undefined || isWhole(body)) sent.end(body)
      // `sent` reports errors of the connection.
      else void pipeline(Readable.from(body), sent).catch(() => {})
    })

  await until(async () => {
    const told = await call({ path: `${path}/healthz` }).catch(() => undefined)
    return told?.status === 200
  })
  return {
    call,
    plain: `http://127.0.0.1:${ports.http}`,
    stop: () => daemon.stop(),
  }
}

/** The caller's address that servers must see. */
export const CALLER_ADDRESS = CALLER
