import type { FastifyServerOptions } from 'fastify'

/** What newToken makes, whatever it stands in: nothing else in a line of the log has that form. */
const TOKENS = /(?<![\w-])[\w-]{43}(?![\w-])/g

/** What multipart is read by are all headers of a request. */
const withoutHeaders = (options: unknown): unknown =>
  typeof options === 'object' && options !== null ? { ...options, headers: undefined } : options

/**
 * The log of a server. At no level does it have a bearer, a cookie, or the token of a link: whoever reads the log is not
 * whoever may sign in.
 */
export const logOptions = (level: string) =>
  ({
    level,
    serializers: { busboyOptions: withoutHeaders },
    hooks: { streamWrite: (line: string) => line.replace(TOKENS, '[token]') },
  }) satisfies FastifyServerOptions['logger']
