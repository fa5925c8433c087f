import { SUGGESTIONS_AT_ONCE, type Suggestion } from '../../shared/upkeep/tasks.api.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { lockWritableItemForShare } from '../items/items.access.ts'
import { writableProjects } from '../platform/db/access/core.ts'
import { answersOf, insertAnswer, itemsForSuggestions, lockTaskPlace } from './tasks.access.ts'
import { AppError } from '../platform/http/app-error.ts'
import { SHIPPED_SUGGESTIONS } from './shipped-suggestions.ts'

/** Enough even for a home with a hundred radiators. */
const MOST_LOOKED_AT = 300

const SUBCATEGORIES = [...new Set(SHIPPED_SUGGESTIONS.flatMap(({ subcategories }) => subcategories))]

/** Throws `invalid_input` if it is not one of our suggestions. */
export const checkSuggestion = (name: string): void => {
  if (SHIPPED_SUGGESTIONS.some(({ suggestion }) => suggestion === name)) return
  throw new AppError('invalid_input', { fields: { suggestion: 'There is no such suggestion.' } })
}

/**
 * Typical tasks for the homes that the actor can write, the most important first: one per item, in two statements.
 * Throws `not_found` for the project.
 */
export const listSuggestions = async (
  db: Database,
  actor: Actor,
  projectID: number | undefined,
): Promise<Suggestion[]> => {
  const items = await itemsForSuggestions(db, actor, {
    ...{ projectID, subcategories: SUBCATEGORIES, limit: MOST_LOOKED_AT },
  })
  if (items.length === 0) {
    if (projectID === undefined) return []
    const project = writableProjects(db, actor).where('projects.id', '=', projectID).select('projects.id')
    if (!(await project.executeTakeFirst())) throw new AppError('not_found')
    return []
  }
  const answers = await answersOf(
    db,
    actor,
    items.map(({ itemID }) => itemID),
  ).execute()
  const answered = new Set(answers.map(({ itemID, suggestion }) => `${itemID} ${suggestion}`))
  return SHIPPED_SUGGESTIONS.flatMap(({ suggestion, name, repeats, subcategories }) =>
    items.flatMap(({ subcategory, ...item }) =>
      subcategories.includes(subcategory) && !answered.has(`${item.itemID} ${suggestion}`)
        ? [{ suggestion, name, repeats, ...item, title: item.title ?? subcategory }]
        : [],
    ),
  ).slice(0, SUGGESTIONS_AT_ONCE)
}

/** Throws `not_found` for the item. */
export const decline = (db: Database, actor: Actor, itemID: number, suggestion: string): Promise<void> =>
  transact(db, async (trx) => {
    const item = await lockWritableItemForShare(trx, actor, itemID)
    const place = item && (await lockTaskPlace(trx, actor, { projectID: item.projectID, itemID }))
    if (!place) throw new AppError('not_found')
    await insertAnswer(trx, place, suggestion).execute()
  })
