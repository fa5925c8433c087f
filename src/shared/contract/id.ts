import * as z from 'zod/mini'
import { isID, isQueryID } from './is-id.ts'
import { SENTENCES } from './text-rules.ts'

const error = SENTENCES.notID

/** For the API documentation: to callers, ids in a query are numbers too. */
const documented = z.meta({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** An id in JSON: a positive integer up to 2^53 − 1, not the text "12". Not branded: callers would have to cast. */
export const id = z.number({ error }).check(z.refine(isID, { error }), documented)

/** An id in a query: plain digits. */
export const queryID = z.pipe(
  z.string({ error }).check(z.refine<string>(isQueryID, { error }), documented),
  z.pipe(z.transform(Number), z.number().check(z.refine(isID, { error }))),
)

/** A stored file's id, the `remote` of an upload's answer: 16 random bytes in base64url. */
export const remoteID = z
  .string({ error: SENTENCES.notFileID })
  .check(z.regex(/^[A-Za-z0-9_-]{22}$/, { error: SENTENCES.notFileID }))
