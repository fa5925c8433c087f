import type * as z from 'zod/mini'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'

/** The message tells users what is wrong with the project file. */
export class WrongFile extends Error {}

/** How much of a text an error shows. */
const SHOWN = 80

export const shown = (text: string): string => `"${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}"`

export const parseJSON = (text: string, place: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new WrongFile(`${place} is no JSON.`)
  }
}

export const parseAs = <S extends z.ZodMiniType>(schema: S, value: unknown, place: string): z.output<S> => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.map(String) ?? []
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const where = [place, ...path, ...(unknown === undefined ? [] : [unknown])].map((step) => step.slice(0, SHOWN))
  const what = unknown === undefined ? issue?.message || 'Not valid.' : SENTENCES.notKnown
  throw new WrongFile(`${where.join(' › ')}: ${what}`)
}
