import * as z from 'zod/mini'
import { id } from '../contract/id.ts'

export const myPasskey = z.object({
  passkeyID: id,
  /** The device that made it. */
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type MyPasskey = z.output<typeof myPasskey>
