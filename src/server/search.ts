import { systemClock } from './clock.ts'
import type { Database } from './db/database.ts'
import { configOrExit, runCommand } from './explain.ts'
import { askToRead, markUnread } from './file-text/file-texts.repo.ts'
import { openReadyDatabase } from './ready-database.ts'
import { countWithoutWords, listAllWithoutWords, makeMissingWords } from './search/words-of-items.repo.ts'

const USAGE = `Usage: npm run search -- rebuild [files]
  Makes anew what the search looks in, the words of all items. Nothing is missing in any search meanwhile, also where it is
  broken off: whoever searches makes what they need, and the server makes the rest.
  With 'files' it has the server read all attached files anew instead, which takes about half a second for each.`

const readFilesAnew = async (db: Database): Promise<void> => {
  const files = await markUnread(db)
  await askToRead(db, systemClock)
  console.log(`The server reads ${files} ${files === 1 ? 'file' : 'files'} anew, when it runs.`)
}

/** Makes the words of all items anew, beside a running server too. Ends with 2 for wrong words. */
const main = async (words: readonly string[]): Promise<number> => {
  const [command, what, ...more] = words
  if (command !== 'rebuild' || (what ?? 'files') !== 'files' || more.length > 0) {
    console.error(USAGE)
    return 2
  }
  const db = await openReadyDatabase(configOrExit())
  try {
    if (what === 'files') {
      await readFilesAnew(db)
      return 0
    }
    await listAllWithoutWords(db)
    const all = await countWithoutWords(db)
    let told = 0
    await makeMissingWords(db, (made) => {
      const percent = Math.floor((made / Math.max(all, 1)) * 100)
      if (percent < told + 5 || made >= all) return
      told = percent
      console.log(`Words: ${percent} %, ${made} of ${all} items`)
    })
    console.log(`Made the words of ${all} ${all === 1 ? 'item' : 'items'}, the trash included.`)
    return 0
  } finally {
    await db.destroy()
  }
}

await runCommand(main)
