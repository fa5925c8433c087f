import { expect, test } from 'vitest'
import { PAGES } from '../../../shared/contract/pages.ts'
import { topicOf } from '../../app/layout/help-topic.ts'
import { findTopics } from './find-topics.ts'
import { helpTasks } from './help-tasks.tsx'
import helpText from './help-tasks.tsx?raw'

const idsOf = (query: string) => findTopics(helpTasks(), query).map(({ id }) => id)

test('topics are found by all words of their text, titles first', () => {
  expect(idsOf('')).toEqual(helpTasks().map(({ id }) => id))
  expect(idsOf('TRASH restore')).toContain('delete-and-restore')
  expect(idsOf('attach files')[0]).toBe('attach-files')
  expect(idsOf('my projects create')).toContain('create-project')
  expect(idsOf('zeppelin')).toEqual([])
})

test('the question mark of each page leads to a topic that exists', () => {
  const topics = new Set(helpTasks().map(({ id }) => id))
  const queries = ['', '?papers=1', '?ready=1', '?emergency=1', '?spreadsheet=1', '?links=1']
  const pages = Object.values(PAGES).flatMap(({ path }) => queries.map((query) => topicOf(path, query)))
  const named = pages.filter((topic) => topic !== undefined)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((topic) => !topics.has(topic))).toEqual([])
})

test('names on screen that topics quote exist', () => {
  const sources = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.*', '!./help-tasks.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const texts = Object.values(sources).flatMap((source) => [
    ...source.matchAll(/(?<=['"`])[^'"`\n]+(?=['"`])/g),
    ...source.matchAll(/(?<=[>}])[^<>{}]+(?=[<{])/g),
  ])
  const shown = new Set(texts.map(([text]) => text.trim()))
  const quoted = [...helpText.matchAll(/(?:\*\*|<strong>)([^*<\n]+)(?:\*\*|<\/strong>)/g)].map(([, name = '']) => name)
  expect(quoted.length).toBeGreaterThan(80)
  expect(quoted.filter((name) => !shown.has(name))).toEqual([])
})
