import type { RunOptions } from 'axe-core'

/** WCAG 2.2 AA and the best practices. No rule reads style sheets, and loading them violates the content security policy. */
export const AXE_RULES = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
  resultTypes: ['violations'],
  preload: false,
} satisfies RunOptions
