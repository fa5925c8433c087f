import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineMailJob } from './mail-job.ts'

test('a mail job without a limit for one mailbox does not compile', () => {
  const spec = { kind: 'reset-mail', payload: z.null(), write: () => ({ to: '', subject: '', text: '' }) } as const
  // @ts-expect-error: perDay is missing.
  expect(defineMailJob(spec).kind).toBe('reset-mail')
})
