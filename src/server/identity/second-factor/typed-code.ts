const DIGIT = /^\p{Nd}$/u

/** The ASCII digit of a digit in any script. Each script has its ten digits in a row, from zero. */
const asciiDigit = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return String((code - zero) % 10)
}

/** A code as it counts: apps show and copy "123 456", and input methods type wide or other digits. */
export const plainCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}\u2212]/gu, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .toLowerCase()

/** Recovery codes are too long to be guessed, so their tries need no limit. */
const RECOVERY_CODE = /^[a-z2-9]{24}$/

export const isRecoveryCode = (typed: string): boolean => RECOVERY_CODE.test(plainCode(typed))
