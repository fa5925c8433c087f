import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages } from './debian.mjs'
import { Failure, messageOf, onPath } from './run.mjs'
import { temporaryFolder } from './temporary.mjs'

/** @typedef {Readonly<Record<string, string>>} Programs A program of each package that is needed, with those that go along. */

/** @type {Programs} */
export const ENGINES = {
  'ceph-mon': 'ceph-mon',
  'ceph-osd': 'ceph-osd',
  radosgw: 'radosgw',
  'swift-proxy': 'swift-proxy-server',
  'swift-account': 'swift-account-server',
  'swift-container': 'swift-container-server',
  'swift-object': 'swift-object-server',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  'etcd-server': 'etcd',
  'patroni python3-etcd': 'patroni',
  'nginx-light': 'nginx',
  haproxy: 'haproxy',
  caddy: 'caddy',
  openssl: 'openssl',
  'docker-compose': 'docker-compose',
  systemd: 'systemd-analyze',
  'libreoffice-calc-nogui': 'soffice',
}

/** @param {string} program */
const isThere = (program) => (program.startsWith('/') ? existsSync(program) : onPath(program) !== undefined)

/** @type {Programs} */
export const OTHER_BROWSERS = {
  'firefox-esr': 'firefox-esr',
  'webkit2gtk-driver libwebkit2gtk-4.1-0': 'WebKitWebDriver',
  xvfb: 'Xvfb',
}

/**
 * Installs missing programs that tests start.
 * @param {Programs} programs
 */
export const installPrograms = async (programs) => {
  const missing = Object.entries(programs).flatMap(([names, program]) => (isThere(program) ? [] : names.split(' ')))
  if (missing.length === 0) return
  try {
    await installDebianPackages(missing)
  } catch (error) {
    throw new Failure(
      `These tests run programs of Debian's packages, and here are missing: ${missing.join(', ')}.\n` +
        `They could not be installed: ${messageOf(error)}.\n` +
        'Run this on a Debian 12 that may be thrown away, as root.',
    )
  }
}

/**
 * A folder on disk for the engines of tests. Its folder `pids` has a file named by the id of each process; those that still run
 * at the end are killed before the folder is removed.
 */
export const enginesFolder = () => {
  const { path, remove } = temporaryFolder('roomfolio-scale-', { durable: true })
  const end = () => {
    for (const pid of pidsIn(join(path, 'pids'))) kill(pid)
    remove()
  }
  process.prependOnceListener('exit', end)
  return { path, end }
}

/** @param {string} folder */
const pidsIn = (folder) => {
  try {
    return readdirSync(folder).map(Number)
  } catch {
    return []
  }
}

/** @param {number} pid */
const kill = (pid) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}
