import type { HitKind } from '../../shared/search/search.api.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import { currentNames } from './names.repo.ts'
import { readPlaces } from './search.repo.ts'
import { makeOwnWords } from './words-of-items.repo.ts'

export interface Query {
  q: string
  projectID?: number | undefined
  catID?: number | undefined
  propID?: number | undefined
  kind?: HitKind | undefined
  countFiles?: boolean | undefined
  after?: string | undefined
  afterPlaces?: string | undefined
}

/** Reads everything that a search needs first. */
export const prepare = async (db: Database, actor: Actor, query: Query) => {
  const { names, isBehind } = await currentNames(db)
  if (isBehind) await makeOwnWords(db, actor)
  const projects = await readPlaces(db, actor, query.projectID)
  if (query.projectID !== undefined && projects.length === 0) throw new AppError('not_found')
  return { db, actor, query, names, projects }
}

export type Prepared = Awaited<ReturnType<typeof prepare>>
