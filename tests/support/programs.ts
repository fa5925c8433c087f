import { join } from 'node:path'
import { inject } from 'vitest'

/** The built file of a program of src/server, such as `backup`, or of `api-server` and `one-server` of this folder. */
export const builtProgram = (name: string): string => join(inject('programs'), `${name}.js`)
