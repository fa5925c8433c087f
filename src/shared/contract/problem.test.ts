import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fieldSentences, PROBLEMS, type ProblemCode } from './problem.ts'

const sentences = (schema: z.ZodMiniType, value: unknown) => fieldSentences(schema.safeParse(value).error?.issues ?? [])

const text = z.string({ error: 'Must be text.' })

describe('the fields of a problem', () => {
  test('have the bare name of the input, at any depth of the body', () => {
    const body = z.object({ user: text, inputs: z.object({ email: text, zip: text }) })
    expect(sentences(body, { user: 1, inputs: { email: 2, zip: 'ok' } })).toEqual({
      user: 'Must be text.',
      email: 'Must be text.',
    })
  })

  test('have the name of the list, not the position in it', () => {
    const body = z.object({ newLabelList: z.array(text) })
    expect(sentences(body, { newLabelList: ['a', 1, 2] })).toEqual({ newLabelList: 'Must be text.' })
  })

  test('have the first sentence about an input', () => {
    const name = z
      .string()
      .check(z.minLength(3, { error: 'Too short.' }), z.regex(/^a/, { error: 'Must begin with a.' }))
    expect(sentences(z.object({ name }), { name: 'b' })).toEqual({ name: 'Too short.' })
  })

  test('omit problems that are about no input', () => {
    expect(sentences(z.object({ name: text }), 'no object')).toEqual({})
  })

  test('can hold an input of any name', () => {
    const body = z.object({ inputs: z.record(z.string(), text) })
    const fields = sentences(body, JSON.parse('{"inputs":{"__proto__":1,"constructor":2}}'))
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
    expect(fields).toHaveProperty('constructor', 'Must be text.')
  })
})

/** Tests of calls name the code alone. */
test('a code has the status that callers know', () => {
  const statuses: Record<number, ProblemCode[]> = {
    400: ['invalid_input', 'missing_credentials', 'subcategory_not_there'],
    401: ['wrong_credentials', 'not_signed_in', 'session_ended', 'key_invalid'],
    403: ['role_missing', 'second_factor_required'],
    404: ['not_found', 'invitation_invalid'],
    409: [
      'username_taken',
      'email_taken',
      'project_name_taken',
      'room_type_taken',
      'category_taken',
      'subcategory_taken',
    ],
    412: ['precondition_failed'],
    413: ['too_large', 'too_many_files'],
    415: ['unsupported_type'],
    429: ['too_many_tries'],
    500: ['unexpected'],
    503: ['unavailable'],
  }
  for (const [status, codes] of Object.entries(statuses))
    expect(codes.map((code) => `${code} ${PROBLEMS[code][0]}`)).toEqual(codes.map((code) => `${code} ${status}`))
})
