import * as z from 'zod/mini'

/** The answer of a call that has nothing else to say: the sentence to show. */
export const message = z.object({ message: z.string() })
