import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const CHECKSUM_LENGTH = 6

/** Secret scanners recognize keys by it. */
export const API_KEY_PREFIX = 'rfk_'

/** CRC-32 in base 62, like GitHub's tokens: a truncated or mistyped key needs no lookup. */
const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  for (let at = 0; at < CHECKSUM_LENGTH; at++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}

/** 32 random characters of base 62 between the prefix and a checksum. Only its hash is stored. */
export const newApiKey = (): string => {
  const random = Array.from({ length: 32 }, () => BASE62.charAt(randomInt(BASE62.length))).join('')
  return API_KEY_PREFIX + random + checksum(random)
}

export const isApiKey = (text: string): boolean => {
  const [, random, sum] = /^rfk_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(text) ?? []
  return random !== undefined && checksum(random) === sum
}
