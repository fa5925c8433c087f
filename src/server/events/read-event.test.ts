import { expect, it } from 'vitest'
import { readEvent } from './read-event.ts'

it('tells who was given which right to a project, and who lost it', () => {
  const told = (kind: Parameters<typeof readEvent>[0]['kind'], before: object | null, after: object | null) => {
    const text = (value: object | null) => (value === null ? null : JSON.stringify(value))
    const { was, is } = readEvent({ kind, before: text(before), after: text(after) })
    return [was, is]
  }
  expect(told('member invited', null, { may: 'read' })).toEqual([null, 'Viewer'])
  const [viewer, editor] = [
    { member: 'casey', may: 'read' },
    { member: 'casey', may: 'write' },
  ]
  expect(told('member changed', viewer, editor)).toEqual(['casey, Viewer', 'casey, Editor'])
  expect(told('member removed', editor, null)).toEqual(['casey, Editor', null])
})
