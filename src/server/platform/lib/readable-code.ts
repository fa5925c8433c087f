import { randomInt } from 'node:crypto'

const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of four characters without look-alikes: 79 bits, easy to read out over the phone. */
export const readableCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('')).join('-')
