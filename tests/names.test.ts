import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const SRC = join(import.meta.dirname, '../src')

/** What has no calls of its own: what every page uses, what several show, and the page that asks for nothing. */
const NO_FEATURES = ['api', 'board', 'fonts', 'home', 'layout', 'ui']

const features = readdirSync(join(SRC, 'web'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(join(SRC, 'web', entry.name)).length > 0)
  .map(({ name }) => name)
  .filter((name) => !NO_FEATURES.includes(name))

describe('A feature has one name', () => {
  it.each(features)('%s, in the browser, on the server and in what they share', (name) => {
    expect(existsSync(join(SRC, 'server', name)), `src/server/${name}`).toBe(true)
    expect(existsSync(join(SRC, 'shared', `${name}.ts`)), `src/shared/${name}.ts`).toBe(true)
  })
})
