import type * as z from 'zod/mini'
import { fieldSentences } from '../../../shared/contract/problem.ts'

/** What a schema finds wrong with a form's values, by field. */
export const problemsBy =
  (schema: z.ZodMiniType) =>
  (values: unknown): Readonly<Record<string, string>> =>
    fieldSentences(schema.safeParse(values).error?.issues ?? [])
