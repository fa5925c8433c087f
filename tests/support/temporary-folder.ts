import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A new folder; the caller removes it. `npm test` puts them in memory where it can, and clears up after all. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'roomfolio-test-'))
