import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { S3Settings } from '../../src/server/config.ts'
import { startBuilt } from './built-server.ts'

const MEGABYTES = 200
/** The most that one caller may send at once. */
const UPLOADS = 8

/** The peak memory of a process in MB, as the kernel counts it. */
const peakOf = (pid: number): number => {
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

export const settingsOf = ({ bucket, endpoint, region, credentials }: S3Settings): Record<string, string> => ({
  FILE_STORE: 's3',
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint ?? '',
  S3_REGION: region,
  S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
})

/** Expects the server to stay below 200 MB of memory during eight concurrent uploads of 200 MB. */
export const expectLittleMemory = async (settings: Record<string, string>): Promise<void> => {
  const { pid, upload } = await startBuilt({ ...settings, MAX_FILE_MB: String(MEGABYTES) })
  const before = peakOf(pid)
  const started = performance.now()
  const answers = await Promise.all(Array.from({ length: UPLOADS }, (_, n) => upload(`${n}.bin`, MEGABYTES)))
  const seconds = (performance.now() - started) / 1000
  const after = peakOf(pid)
  console.log(
    `${UPLOADS} uploads of ${MEGABYTES} MB at once: ${after.toFixed(0)} MB at most, ${before.toFixed(0)} MB before; ` +
      `${seconds.toFixed(0)} s`,
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(after).toBeLessThan(200)
}
