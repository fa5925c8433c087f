import { readdirSync, rmSync } from 'node:fs'
import { describe, onTestFinished } from 'vitest'
import { openS3Store } from '../../src/server/platform/storage/stores/s3-store.ts'
import { startS3Server } from '../support/s3-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { describeBucket, describeStore } from './store-suite.ts'

const open = async () => {
  const { settings } = await startS3Server()
  const scratch = temporaryFolder()
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }))
  return {
    settings,
    scratch,
    store: await openS3Store(settings, scratch, { listedAtOnce: 30 }),
    openAgain: () => openS3Store(settings, scratch),
    unfinished: () => readdirSync(scratch),
  }
}

describe('a bucket passes the common tests of stores:', () => describeStore(open, { many: 100 }))
describe('a bucket:', () => describeBucket(open))
