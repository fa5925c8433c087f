/** The length of the server's tokens. */
const LONGEST = 43
/** Blanks, and signs that nobody sees. */
const INVISIBLE = /[\s\p{Cf}]/gu

/** The token in what was opened as one, without the signs that chats, quotes and word processors add; '' if there is none. */
export const tokenIn = (text: string): string => {
  // As URLSearchParams, because it decodes whatever it is given.
  const decoded = new URLSearchParams(`token=${text}`).get('token') ?? ''
  return /[\w-]+/.exec(decoded.replaceAll(INVISIBLE, ''))?.[0].slice(0, LONGEST) ?? ''
}
