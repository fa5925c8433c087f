import type { ConsoleMessage } from '@playwright/test'

/**
 * What a test makes go wrong on purpose. A string is an answer and the path it belongs to, as `404 /paper` or, of a
 * request without an answer, `failed /items`; one that ends with `/` names all paths below. A RegExp is what a script logs.
 */
export type ExpectedError = string | RegExp

const OF_REQUEST = /^Failed to load resource: (?:the server responded with a status of (\d+)|net::)/

/** What the browser logs of a request, as `ExpectedError` names it; the text of anything else. */
export const lineOf = (message: ConsoleMessage): string => {
  const ofRequest = OF_REQUEST.exec(message.text())
  return ofRequest ? `${ofRequest[1] ?? 'failed'} ${new URL(message.location().url).pathname}` : message.text()
}

const matches = (line: string, expected: ExpectedError): boolean => {
  if (expected instanceof RegExp) return expected.test(line)
  return expected.endsWith('/') ? line.startsWith(expected) : line === expected
}

/** The lines that no expected error explains, whenever they came. */
export const unexpected = (lines: readonly string[], expected: readonly ExpectedError[]): string[] =>
  lines.filter((line) => !expected.some((one) => matches(line, one)))
