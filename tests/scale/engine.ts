import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { vi } from 'vitest'
import type { S3Settings } from '../../src/server/config.ts'
import { scaleFolder, type Daemon } from './daemon.ts'

/** A real server that speaks S3, of several programs. */
export interface Engine {
  settings: S3Settings
  /** The program that the store connects to. */
  gateway: Daemon
  /** Freezes the program that stores the bytes: it keeps its connections and answers nothing. */
  hangStorage(): void
  resumeStorage(): Promise<void>
  /** All programs by name. */
  programs: Record<string, Daemon>
  stop(): Promise<void>
}

export const STARTUP_TIMEOUT = 120_000

export const folderOf = (engine: string): string => {
  const folder = join(scaleFolder(), engine)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Waits until a signed write succeeds: a gateway answers before the programs behind it work. */
export const makeBucket = async ({ bucket, endpoint, region, credentials }: S3Settings): Promise<void> => {
  const client = new S3Client({
    region,
    forcePathStyle: true,
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: 20_000, throwOnRequestTimeout: true },
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials && { credentials: { ...credentials } }),
  })
  await vi.waitFor(
    async () => {
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'ready', Body: 'ready' }))
    },
    { timeout: STARTUP_TIMEOUT, interval: 250 },
  )
  client.destroy()
}
