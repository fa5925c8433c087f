import type { FastifyServerOptions } from 'fastify'

/** The format of `newToken`. Nothing else in a log line has it. */
const TOKENS = /(?<![\w-])[\w-]{43}(?![\w-])/g

/** The options of the multipart parser contain all request headers. */
const withoutHeaders = (options: unknown): unknown =>
  typeof options === 'object' && options !== null ? { ...options, headers: undefined } : options

/**
 * Logger options. At no level does the log contain bearer tokens, cookies or link tokens, because readers of the log
 * must not be able to sign in with it.
 */
export const logOptions = (level: string) =>
  ({
    level,
    serializers: { busboyOptions: withoutHeaders },
    hooks: { streamWrite: (line: string) => line.replace(TOKENS, '[token]') },
  }) satisfies FastifyServerOptions['logger']
