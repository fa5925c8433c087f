import * as z from 'zod/mini'
import { RIGHTS } from './rights.ts'

export const right = z.enum(RIGHTS)
