import { isValidElement, type ReactNode } from 'react'
import type { Task } from './help-tasks.tsx'

const textOf = (node: ReactNode): string => {
  if (typeof node === 'string') return node.replaceAll('**', '')
  if (Array.isArray(node)) return node.map((each: ReactNode) => textOf(each)).join(' ')
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : ''
}

/** The topics that have all words; those with all in the title first. */
export const findTopics = (tasks: readonly Task[], query: string): readonly Task[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = tasks.filter(({ title, steps, more }) => has([title, ...steps.map(textOf), textOf(more)].join(' ')))
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))]
}
