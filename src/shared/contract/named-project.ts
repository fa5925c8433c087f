import * as z from 'zod/mini'
import { id } from './id.ts'

export const namedProject = z.object({ projectID: id, name: z.string() })
