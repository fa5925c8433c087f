import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where there is a file system in memory: what tests sync need not wait for a disk. */
const HOME = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** A new folder; the caller removes it. */
export const temporaryFolder = (): string => mkdtempSync(join(HOME, 'roomfolio-test-'))
