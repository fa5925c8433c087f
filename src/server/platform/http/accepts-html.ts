/** From the most specific to the least (RFC 9110, 12.5.1). */
const RANGES_OF_HTML = ['text/html', 'text/*', '*/*']

/** Whether a client takes HTML by its Accept header, which may be missing. */
export const acceptsHTML = (accept = ''): boolean => {
  if (accept === '') return true
  const qualities = new Map(
    accept.split(',').map((text) => {
      const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
      return [range, parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1']
    }),
  )
  const quality = RANGES_OF_HTML.map((range) => qualities.get(range)).find((found) => found !== undefined)
  return Number(quality ?? 0) > 0
}
