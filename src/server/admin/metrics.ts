import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { HOUR, MINUTE, SECOND } from '../platform/lib/clock.ts'
import { diskSpace } from '../platform/lib/disk-space.ts'
import { failsNow } from '../platform/mail/mail-health.service.ts'
import { shareInFlight } from '../platform/lib/share-in-flight.ts'
import type { Services } from '../services.ts'
import { makeReadiness } from './readiness.service.ts'
import { VERSION } from '../platform/lib/version.ts'
import { engine, readFilesStored, readNumbers } from './metrics.repo.ts'

/** What a server counts of itself and of its installation. Nothing in it names a person or what they keep. */
interface Metrics {
  /** A request has been answered. Takes constant time. */
  answered(request: FastifyRequest, reply: FastifyReply): void
  slowStatement(): void
  /** All of it in Prometheus' text format, within five seconds. */
  text(): Promise<string>
  contentType: string
  close(): void
}

/** Seconds; uploads and downloads go beyond them. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** What is no call: pages, files of the web app, what is not there. */
const NO_CALL = { method: 'any', route: 'other' }
const LOOP_LOOKED_AT_EVERY_MS = 20
/** A database that hangs keeps nobody from the other numbers. */
const LONGEST_WAIT = 4 * SECOND
/** It looks at every file. */
const FILES_COUNTED_EVERY = 10 * MINUTE

/** Undefined for what fails, or takes too long. */
const inTime = async <T>(work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), LONGEST_WAIT)))
  try {
    return await Promise.race([work.catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}

const seconds = (time: string): number => Date.parse(time) / SECOND

export const openMetrics = (services: Services): Metrics => {
  const { db, clock, config, mail, watch } = services
  const registry = new Registry()
  const registers = [registry]

  const requests = new Counter({
    name: 'roomfolio_http_requests_total',
    help: 'Answered requests, by route and status class.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'roomfolio_http_request_duration_seconds',
    help: 'From the request headers to the end of the answer, including the time that the client takes.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  })
  const slowStatements = new Counter({
    name: 'roomfolio_slow_statements_total',
    help: 'Database statements that took SLOW_STATEMENT_MS or longer.',
    registers,
  })
  const cpu = new Counter({ name: 'process_cpu_seconds_total', help: 'Processor time used.', registers })

  const gauge = (name: string, help: string) => {
    const made = new Gauge({ name, help, registers })
    return (value: number | undefined): void => (value === undefined ? made.remove() : made.set(value))
  }
  const gaugeBy = <Label extends string>(name: string, label: Label, help: string) =>
    new Gauge({ name, help, labelNames: [label], registers })

  const loopLag = gaugeBy(
    'roomfolio_event_loop_lag_seconds',
    'percentile',
    'How late timers ran since the last read; 100 is the longest.',
  )
  const connections = gaugeBy('roomfolio_database_connections', 'state', 'Database connections.')
  const jobs = gaugeBy('roomfolio_jobs', 'state', 'Jobs that are waiting, and jobs that failed.')
  const set = {
    ready: gauge('roomfolio_ready', 'Whether the database and the file store respond and accept writes.'),
    mostConnections: gauge('roomfolio_database_connections_max', 'Most database connections.'),
    waiting: gauge('roomfolio_database_waiting', 'Waiting for a connection (PostgreSQL) or to write (SQLite).'),
    sessions: gauge('roomfolio_sessions', 'Live sessions.'),
    files: gauge('roomfolio_files', 'Stored files, including the trash.'),
    fileBytes: gauge('roomfolio_files_bytes', 'Bytes of the stored files.'),
    backupEvery: gauge('roomfolio_backup_interval_seconds', 'Interval of scheduled backups; 0 for none.'),
    backupMade: gauge('roomfolio_backup_last_success_timestamp_seconds', 'When the latest backup started.'),
    backupFails: gauge('roomfolio_backup_failing', 'Whether a backup has failed since.'),
    mailFails: gauge('roomfolio_mail_failing', 'Whether email is set up but fails.'),
    freeBytes: gauge('roomfolio_data_disk_free_bytes', 'Free space on the disk of DATA_DIR.'),
    diskBytes: gauge('roomfolio_data_disk_bytes', 'Size of the disk of DATA_DIR.'),
    resident: gauge('process_resident_memory_bytes', 'Memory of the process.'),
    heap: gauge('nodejs_heap_size_used_bytes', 'Memory used by JavaScript objects.'),
    started: gauge('process_start_time_seconds', 'When the process started.'),
  }
  new Gauge({
    name: 'roomfolio_info',
    help: 'Always 1.',
    labelNames: ['version', 'node', 'database'],
    registers,
  }).set({ version: VERSION, node: process.version, database: engine(db) }, 1)
  set.started(Math.round(Date.now() / SECOND - process.uptime()))
  set.backupEvery((config.backups.everyHours * HOUR) / SECOND)

  const loop = monitorEventLoopDelay({ resolution: LOOP_LOOKED_AT_EVERY_MS })
  loop.enable()
  const lag = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - LOOP_LOOKED_AT_EVERY_MS / SECOND)
  let cpuSeconds = 0

  const readProcess = () => {
    loopLag.set({ percentile: '50' }, lag(loop.percentile(50)))
    loopLag.set({ percentile: '99' }, lag(loop.percentile(99)))
    loopLag.set({ percentile: '100' }, lag(loop.max))
    loop.reset()
    const { user, system } = process.cpuUsage()
    const used = (user + system) / 1e6
    cpu.inc(used - cpuSeconds)
    cpuSeconds = used
    const { rss, heapUsed } = process.memoryUsage()
    set.resident(rss)
    set.heap(heapUsed)
    const load = watch.load()
    connections.set({ state: 'open' }, load.open)
    connections.set({ state: 'in_use' }, load.inUse)
    set.mostConnections(load.most)
    set.waiting(load.waiting)
  }

  const hindrances = makeReadiness(services)
  const numbers = shareInFlight(() => readNumbers(db, clock))
  let counted: { at: number; stored: Awaited<ReturnType<typeof readFilesStored>> } | undefined
  const filesStored = shareInFlight(async () => {
    if (!counted || performance.now() - counted.at > FILES_COUNTED_EVERY) {
      counted = { at: performance.now(), stored: await readFilesStored(db) }
    }
    return counted.stored
  })

  const readInstallation = async () => {
    const [found, known, stored, disk] = await Promise.all([
      inTime(hindrances()),
      inTime(numbers()),
      inTime(filesStored()),
      inTime(diskSpace(config.dataDir)),
    ])
    set.ready(found?.length === 0 ? 1 : 0)
    if (known) {
      jobs.set({ state: 'waiting' }, known.jobsWaiting)
      jobs.set({ state: 'failed' }, known.jobsFailed)
    } else {
      jobs.reset()
    }
    set.sessions(known?.sessions)
    set.backupMade(known?.backupMadeAt === undefined ? undefined : seconds(known.backupMadeAt))
    set.backupFails(known && Number(known.backupFailedAt !== undefined))
    set.mailFails(known && Number(mail !== undefined && failsNow(clock, known.mailFailure)))
    set.files(stored?.files)
    set.fileBytes(stored?.bytes)
    set.freeBytes(disk?.freeBytes)
    set.diskBytes(disk?.totalBytes)
  }

  return {
    answered({ routeOptions: { url }, method }, { statusCode, elapsedTime }) {
      const call = url === undefined ? NO_CALL : { method, route: url }
      requests.inc({ ...call, status: `${Math.floor(statusCode / 100)}xx` })
      durations.observe(call, elapsedTime / SECOND)
    },
    slowStatement: () => slowStatements.inc(),
    text: shareInFlight(async () => {
      await readInstallation()
      readProcess()
      return registry.metrics()
    }),
    contentType: registry.contentType,
    close: () => void loop.disable(),
  }
}
