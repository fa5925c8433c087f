import { randomInt } from 'node:crypto'

const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four signs, none of which looks like another: 79 bits that can be read out over the telephone. */
export const readableSecret = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('')).join('-')
