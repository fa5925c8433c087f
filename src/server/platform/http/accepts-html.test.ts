import { expect, test } from 'vitest'
import { acceptsHTML } from './accepts-html.ts'

test.each([undefined, '', '*/*', 'text/*', 'Text/HTML', 'application/json, */*;q=0.1', 'text/html;level=1; q=0.3'])(
  '%j takes HTML',
  (accept) => expect(acceptsHTML(accept)).toBe(true),
)

test.each(['application/json', 'image/*,application/xml', 'text/html;q=0', 'text/html; q=0.0, */*', 'text/plain'])(
  '%j refuses HTML',
  (accept) => expect(acceptsHTML(accept)).toBe(false),
)
