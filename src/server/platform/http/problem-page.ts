import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemBody } from '../../../shared/contract/problem.ts'
import { POLICY_OF_FILES } from './security/security-headers.ts'

/** Whether the answer replaces a file that a person opened in a browser tab. */
export const isSeen = ({ headers }: FastifyRequest, reply: FastifyReply): boolean => {
  if (reply.getHeader('content-security-policy') !== POLICY_OF_FILES) return false
  const mode = headers['sec-fetch-mode']
  // Browsers omit Sec-Fetch-Mode over plain HTTP.
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate'
}

const STYLE = `
:root { color-scheme: light dark; --line: #8a918c }
body {
  margin: 0; padding: 12vh 24px 24px; background: #f3f2ec; color: #1b2422;
  font: 17px/1.5 'Atkinson Hyperlegible Next', system-ui, sans-serif;
}
main { max-width: 34em; margin: auto }
h1 { margin: 0 0 .4em; font: 500 34px/1.2 Newsreader, Georgia, serif }
p { margin: 0 0 1.6em }
nav { display: flex; flex-wrap: wrap; gap: 12px }
a {
  display: inline-flex; align-items: center; min-height: 44px; padding: 0 18px; border: 1px solid var(--line);
  border-radius: 6px; color: inherit; text-decoration: none;
}
a:hover { text-decoration: underline }
a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px }
@media (prefers-color-scheme: dark) { body { background: #141a18; color: #ecede6 } }
`

/** Unlike files, the page may link on: it has no sandbox, which would cut the linked page off from the session. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ')

export const PROBLEM_PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
}

const AGAIN: readonly number[] = [429, 500, 503]

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A problem as a page with a link home. Contains no user data. */
export const problemPage = ({ statusCode, message }: ProblemBody, { url }: FastifyRequest): string => {
  // Relative, because the server may run under a path.
  const home = '../'.repeat((url.split('?')[0] ?? '').split('/').length - 2) || './'
  const again = AGAIN.includes(statusCode) ? '<a href="">Try Again</a>' : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>This page couldn’t be opened · Roomfolio</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>This page couldn’t be opened</h1>
<p>${escaped(message)}</p>
<nav aria-label="Ways on">${again}<a href="${home}">Go to Roomfolio</a></nav>
</main>
</body>
</html>
`
}
