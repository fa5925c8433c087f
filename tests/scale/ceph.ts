import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { Daemon, run } from './daemon.ts'
import { folderOf, makeBucket, STARTUP_TIMEOUT, type Engine } from './engine.ts'

const GIB = 1024 ** 3
const CREDENTIALS = { accessKeyId: 'SCALEACCESSKEY', secretAccessKey: 'scale-secret-scale-secret-scale-secret' }

/** The smallest cluster: one monitor, one OSD on a file, one RADOS Gateway. */
const configuration = (folder: string, monitorPort: number, gatewayPort: number): string => `
[global]
fsid = ${randomUUID()}
mon_host = [v2:127.0.0.1:${monitorPort}]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
log_file = ${folder}/$name.ceph.log
run_dir = ${folder}
admin_socket = ${folder}/$name.$pid.asok
crash_dir = ${folder}
keyring = ${folder}/keyring
# One copy is enough to be lost.
mon_allow_pool_size_one = true
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
# So that what was killed is noticed, and its successor serves, within seconds.
osd_heartbeat_interval = 1
osd_heartbeat_grace = 4
osd_client_watch_timeout = 5
osd_default_notify_timeout = 5

[mon]
mon_data = ${folder}/mon
mon_cluster_log_file = ${folder}/cluster.log
mon_data_avail_warn = 1
mon_data_avail_crit = 1

[osd]
osd_data = ${folder}/osd
osd_objectstore = bluestore
bluestore_block_create = true
bluestore_block_size = ${8 * GIB}
bluestore_cache_autotune = false
bluestore_cache_size = ${GIB / 8}
osd_memory_target = ${GIB}

[client.rgw]
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort}
`

export const startCeph = async (): Promise<Engine> => {
  const folder = folderOf('ceph')
  for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name))
  const [monitorPort, gatewayPort] = [await freePort(), await freePort()]
  const conf = join(folder, 'ceph.conf')
  const text = configuration(folder, monitorPort, gatewayPort)
  writeFileSync(conf, text)
  const fsid = /fsid = (.*)/.exec(text)?.[1] ?? ''
  const ceph = (...args: string[]) => run('ceph', ['-c', conf, '--connect-timeout', '60', ...args], folder)

  const monmap = join(folder, 'monmap')
  const keyring = join(folder, 'keyring')
  const address = `[v2:127.0.0.1:${monitorPort}]`
  for (const [name, ...rights] of [
    ['mon.', 'mon', 'allow *'],
    ['client.admin', 'mon', 'allow *', 'osd', 'allow *'],
    ['client.rgw', 'mon', 'allow rw', 'osd', 'allow rwx'],
    ['osd.0', 'mon', 'allow profile osd', 'osd', 'allow *'],
  ] as const) {
    const caps = rights.flatMap((right, at) => (at % 2 === 0 ? ['--cap', right] : [right]))
    const make = name === 'mon.' ? ['--create-keyring'] : []
    await run('ceph-authtool', [...make, keyring, '--gen-key', '-n', name, ...caps], folder)
  }
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', address, monmap], folder)
  await run('ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', monmap, '--keyring', keyring], folder)
  const monitor = new Daemon(folder, 'monitor', 'ceph-mon', ['-c', conf, '-i', 'a', '-f'])
  const storage = new Daemon(folder, 'osd', 'ceph-osd', ['-c', conf, '-i', '0', '-f'])
  const gateway = new Daemon(folder, 'gateway', 'radosgw', ['-c', conf, '-n', 'client.rgw', '-f'])
  monitor.start()
  await ceph('mon', 'stat')
  const uuid = randomUUID()
  await ceph('osd', 'new', uuid, '0')
  await run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', uuid], folder)
  storage.start()
  await vi.waitUntil(async () => (await ceph('osd', 'stat')).includes('1 up'), {
    timeout: STARTUP_TIMEOUT,
    interval: 250,
  })
  const { accessKeyId, secretAccessKey } = CREDENTIALS
  const user = ['--uid=files', '--display-name=files', `--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`]
  await run('radosgw-admin', ['-c', conf, '-n', 'client.rgw', 'user', 'create', ...user], folder)
  gateway.start()
  const settings = {
    bucket: 'files',
    endpoint: `http://127.0.0.1:${gatewayPort}`,
    region: 'us-east-1',
    prefix: '',
    credentials: CREDENTIALS,
  }
  await makeBucket(settings)
  const stop = async () => {
    for (const daemon of [gateway, storage, monitor]) await daemon.stop()
  }
  return {
    settings,
    gateway,
    programs: { gateway, OSD: storage, monitor },
    hangStorage: () => storage.freeze(),
    async resumeStorage() {
      storage.thaw()
      // Other OSDs would report the failure to the monitor; a single one waits forever for an expired lease.
      await ceph('osd', 'down', '0')
    },
    stop,
  }
}
