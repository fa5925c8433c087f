import { configOrExit, runCommand } from './operator-errors.ts'
import { renewAllFacts } from '../structure/derived-facts.repo.ts'
import { openReadyDatabase } from '../ready-database.ts'

const USAGE = `Usage: npm run facts -- renew [--after ID]
  Recomputes what is stored with each item but derives from its texts, such as its swatch, and stores what differs.
  It can be interrupted at any time; --after continues after the item whose ID was printed last.`

const counted = (items: number): string => `${items} ${items === 1 ? 'item' : 'items'}`

/** Renews derived facts; the server may be running. Exits with 2 for a wrong usage. */
const main = async (words: readonly string[]): Promise<number> => {
  const [action, option, id = '', ...rest] = words
  const isWhole = action === 'renew' && words.length === 1
  const isRest = action === 'renew' && option === '--after' && /^\d{1,15}$/.test(id) && rest.length === 0
  if (!isWhole && !isRest) {
    console.error(USAGE)
    return 2
  }
  const db = await openReadyDatabase(configOrExit())
  try {
    const { items, renewed } = await renewAllFacts(db, Number(id), (last, sofar) =>
      console.log(`Up to item ${last}: checked ${counted(sofar.items)}, updated ${sofar.renewed}.`),
    )
    console.log(`Checked ${counted(items)}, including the trash; updated ${renewed}.`)
    return 0
  } finally {
    await db.destroy()
  }
}

await runCommand(main)
