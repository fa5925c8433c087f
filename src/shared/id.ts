import * as z from 'zod/mini'
import { SENTENCES } from './text.ts'

export const isID = (value: number): boolean => Number.isSafeInteger(value) && value > 0
const error = SENTENCES.notID

/** For the documentation: in a query, too, it is a number to whoever calls. */
const documented = z.meta({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** An identifier in JSON: a positive integer up to 2^53 − 1; the text "12" is none. No brands: forms, addresses and tests would cast. */
export const id = z.number({ error }).check(z.refine(isID, { error }), documented)

/** An identifier in a query: plain digits. */
export const queryID = z.pipe(
  z.string({ error }).check(
    z.refine<string>((text) => /^[1-9][0-9]{0,15}$/.test(text), { error }),
    documented,
  ),
  z.pipe(z.transform(Number), z.number().check(z.refine(isID, { error }))),
)

/** A stored file's identifier, as `remote` in an upload's answer: 16 random bytes in base64url. */
export const remoteID = z
  .string({ error: 'Must be a file identifier.' })
  .check(z.regex(/^[A-Za-z0-9_-]{22}$/, { error: 'Must be a file identifier.' }))
