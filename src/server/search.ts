import { configOrExit, runCommand } from './explain.ts'
import { openReadyDatabase } from './ready-database.ts'
import { countWithoutWords, listAllWithoutWords, makeMissingWords } from './search/words-of-items.repo.ts'

const USAGE = `Usage: npm run search -- rebuild
  Makes anew what the search looks in, the words of all items. Nothing is missing in any search meanwhile, also where it is
  broken off: whoever searches makes what they need, and the server makes the rest.`

/** Makes the words of all items anew, beside a running server too. Ends with 2 for wrong words. */
const main = async (words: readonly string[]): Promise<number> => {
  if (words.length !== 1 || words[0] !== 'rebuild') {
    console.error(USAGE)
    return 2
  }
  const db = await openReadyDatabase(configOrExit())
  try {
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
