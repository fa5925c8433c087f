import type { FastifyReply } from 'fastify'

/** It has styles of its own and posts to itself, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Sends what `htmlQuestion` made. */
export const sendQuestion = (reply: FastifyReply, page: string) =>
  reply
    .header('Content-Security-Policy', POLICY)
    .header('X-Robots-Tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(page)
