import { randomBytes } from 'node:crypto'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { startPostgres } from '../../scripts/lib/postgres.mjs'
import { startS3Server } from '../support/s3-server.ts'
import { until } from '../support/until.ts'
import { startMain } from './built-server.ts'
import { Daemon, folderFor } from './daemon.ts'
import { fill } from './fill.ts'
import { settingsOf } from './memory.ts'
import { ask, postgresPrograms, postgresUser } from './postgres-pair.ts'
import { sendTo, startWriters } from './writers.ts'

/**
 * PostgreSQL on a disk of 80 MB that exists while this runs. Restarts it as a service manager would, because it ends when its
 * log is full.
 */
const KEPT_ON_A_SMALL_DISK = `
mount -t tmpfs -o size=80m,mode=700,uid=$1,gid=$2 tmpfs "$3"
as_postgres() { setpriv --reuid="$1" --regid="$2" --clear-groups "$4/initdb" -D "$3" -U app --pwfile="$5" -A password -E UTF8 --locale=C.UTF-8 --wal-segsize=1; }
as_postgres "$@" || exit 1
echo "listen_addresses = '127.0.0.1'
min_wal_size = 2MB
max_wal_size = 8MB" >> "$3/postgresql.conf"
while true; do
  setpriv --reuid="$1" --regid="$2" --clear-groups "$4/postgres" -D "$3" -p "$6" -k "$3"
  sleep 0.2
done
`

/** Starts PostgreSQL on a disk that a test can fill by a file `filler`. */
const postgresOnSmallDisk = async () => {
  const user = await postgresUser()
  const folder = folderFor(user, 'small-disk')
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(folder, 'password')
  writeFileSync(passwordFile, password)
  chownSync(passwordFile, user.uid, user.gid)
  const data = join(folder, 'data')
  const port = await freePort()
  const ids = [String(user.uid), String(user.gid)]
  const words = ['sh', ...ids, data, postgresPrograms(), passwordFile, String(port)]
  const daemon = new Daemon(folder, 'kept', 'unshare', [
    '--mount',
    'sh',
    '-c',
    `mkdir "$3" && ${KEPT_ON_A_SMALL_DISK}`,
    ...words,
  ])
  daemon.start()
  onTestFinished(() => daemon.kill())
  const url = `postgres://app:${password}@127.0.0.1:${port}/postgres`
  await until(() =>
    ask(url, 'select 1').then(
      () => true,
      () => false,
    ),
  )
  return { url, filler: join('/proc', String(daemon.pid), 'root', data, 'filler'), log: () => daemon.log() }
}

describe('A disk that is full', () => {
  test('and is PostgreSQL’s loses and doubles nothing: calls that save hear 503, and all goes on when there is room', async () => {
    const { url, filler, log } = await postgresOnSmallDisk()
    const { child, origin } = await startMain({ DATABASE_URL: url })
    const writers = await startWriters(sendTo(origin), { pause: 20 })
    await writers.more(40)
    for (let round = 0; round < 3; round++) {
      fill(filler)
      await writers.moreRefused(40)
      await until(async () => (await fetch(`${origin}/readyz`)).status === 503)
      const { reasonCodes } = (await (await fetch(`${origin}/readyz`)).json()) as { reasonCodes?: string[] }
      rmSync(filler)
      const back = performance.now()
      await writers.more(40)
      await until(async () => (await fetch(`${origin}/readyz`)).status === 200)
      console.log(
        `PostgreSQL's disk full (${reasonCodes?.join()}): ${writers.longestPause(back).toFixed(1)} s after there was room; ` +
          `it ended ${log().match(/database system was (not properly shut down|interrupted)/g)?.length ?? 0} times so far; ` +
          writers.report(),
      )
    }
    expect(child.exitCode).toBeNull()
    await writers.expectAll()
  })

  test('and is that of files on their way to a bucket refuses uploads and is reported; everything else goes on', async () => {
    const postgres = await startPostgres({ durable: false })
    onTestFinished(() => postgres.stop())
    const bucket = await startS3Server()
    const settings = { ...settingsOf(bucket.settings), DATABASE_URL: postgres.url }
    const { child, origin, data } = await startMain(settings, { smallDisk: 'data' })
    const uploading = await startWriters(sendTo(origin), { user: 'robin', withFiles: true })
    const saving = await startWriters(sendTo(origin), { user: 'sam_e' })
    await uploading.more(20)
    const filler = join(data, 'filler')
    fill(filler)
    await uploading.moreRefused(20)
    const answer = await fetch(`${origin}/readyz`)
    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ reasonCodes: ['files_full'], reasons: ['The disk of the file store is full.'] }),
    ])
    const refused = saving.refused()
    await saving.more(40)
    expect(saving.refused()).toBe(refused)
    rmSync(filler)
    await uploading.more(20)
    await until(async () => (await fetch(`${origin}/readyz`)).status === 200)
    expect(child.exitCode).toBeNull()
    await uploading.expectAll()
    await saving.expectAll()
  })
})
