import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '../src')

/** What serves every domain, or none in particular. */
const NO_DOMAINS = ['app', 'commands', 'contract', 'lib', 'platform', 'public', 'ui']

const domainsIn = (tree: string): string[] =>
  readdirSync(join(SRC, tree), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_DOMAINS.includes(entry.name))
    .map(({ name }) => name)
    .sort()

test('a domain has one name, in the browser, on the server and in what they share', () => {
  expect(domainsIn('server')).toHaveLength(12)
  expect(domainsIn('web')).toEqual(domainsIn('server'))
  expect(domainsIn('shared')).toEqual(domainsIn('server'))
})
