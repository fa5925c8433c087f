/** Joins text by users or other programs into one line, for a mail header or a reason in a list. */
export const toSingleLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
