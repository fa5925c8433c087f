import { systemClock } from '../platform/lib/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { configOrExit, runCommand } from './operator-errors.ts'
import { askToRead, markUnread } from '../attachments/text/file-texts.repo.ts'
import { openReadyDatabase } from '../ready-database.ts'
import { countWithoutWords, listAllWithoutWords, makeMissingWords } from '../search/words-of-items.repo.ts'

const USAGE = `Usage: npm run search -- rebuild [files]
  Rebuilds the search words of all items. Searches stay complete while it runs, even if it is interrupted:
  each search rebuilds the words it needs, and the server rebuilds the rest.
  With 'files' the server instead reads all attached files again, which takes about half a second per file.`

const reindexFiles = async (db: Database): Promise<void> => {
  const files = await markUnread(db)
  await askToRead(db, systemClock)
  console.log(`The server will read ${files} ${files === 1 ? 'file' : 'files'} again when it runs.`)
}

/** Rebuilds the words of all items; the server may be running. Exits with 2 for a wrong usage. */
const main = async (words: readonly string[]): Promise<number> => {
  const [command, what, ...more] = words
  if (command !== 'rebuild' || (what ?? 'files') !== 'files' || more.length > 0) {
    console.error(USAGE)
    return 2
  }
  const db = await openReadyDatabase(configOrExit())
  try {
    if (what === 'files') {
      await reindexFiles(db)
      return 0
    }
    await listAllWithoutWords(db)
    const all = await countWithoutWords(db)
    let reported = 0
    await makeMissingWords(db, (made) => {
      const percent = Math.floor((made / Math.max(all, 1)) * 100)
      if (percent < reported + 5 || made >= all) return
      reported = percent
      console.log(`Indexed ${percent} %, ${made} of ${all} ${all === 1 ? 'item' : 'items'}`)
    })
    console.log(`Indexed ${all} ${all === 1 ? 'item' : 'items'}, including the trash.`)
    return 0
  } finally {
    await db.destroy()
  }
}

await runCommand(main)
