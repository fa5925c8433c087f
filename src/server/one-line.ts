/** What people or other programs say, where there is one line for it: a header of a mail, a reason in a list. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
