import { randomInt } from 'node:crypto'

const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Groups of four characters without look-alikes, of 19.8 bits each, easy to read out over the phone. */
export const readableCode = (groups = 4): string =>
  Array.from({ length: groups }, () => Array.from({ length: 4 }, () => SIGNS[randomInt(SIGNS.length)]).join('')).join(
    '-',
  )
