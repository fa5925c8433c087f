import { expect, it } from 'vitest'
import type { EventSpec } from '../shared/history/event-spec.ts'
import { ITEMS_EVENTS } from '../shared/items/items-events.ts'
import type { Readers } from './history/readable-event.ts'
import { READ_ITEMS_EVENTS } from './items/items-events.ts'
import { readEvent } from './read-event.ts'

it('tells who was given which right to a project, and who lost it', () => {
  const told = (kind: Parameters<typeof readEvent>[0]['kind'], before: object | null, after: object | null) => {
    const text = (value: object | null) => (value === null ? null : JSON.stringify(value))
    const nameOf = (username: string) => (username === 'casey' ? 'Casey Sample' : username)
    const { was, is } = readEvent({ kind, before: text(before), after: text(after) }, { nameOf })
    return [was, is]
  }
  expect(told('member invited', null, { may: 'read' })).toEqual([null, 'Viewer'])
  expect(told('member left', { member: 'drew', may: 'read' }, null)).toEqual(['drew, Viewer', null])
  const [viewer, editor] = [
    { member: 'casey', may: 'read' },
    { member: 'casey', may: 'write' },
  ]
  expect(told('member changed', viewer, editor)).toEqual(['Casey Sample, Viewer', 'Casey Sample, Editor'])
  expect(told('member removed', editor, null)).toEqual(['Casey Sample, Editor', null])
})

it('tells which link was changed, and what of it', () => {
  const told = (before: object, after: object) => {
    const { was, is } = readEvent({
      kind: 'link changed',
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    return [was, is]
  }
  const name = 'Painter, hall'
  expect(told({ name, endsAt: null }, { name, endsAt: '2026-12-20T22:59:59.000Z' })).toEqual([
    'Painter, hall, never expires',
    'Painter, hall, expires Dec 20, 2026',
  ])
  const hides = { notes: false, files: false, labels: [] }
  expect(told({ name, hides }, { name, hides: { ...hides, notes: true, labels: ['Price'] } })).toEqual([
    'Painter, hall, hides nothing',
    'Painter, hall, hides notes, Price',
  ])
  // An event of an older version.
  expect(told({ endsAt: '2026-12-20T22:59:59.000Z' }, { endsAt: null })).toEqual([
    'expires Dec 20, 2026',
    'never expires',
  ])
})

it('does not compile if a kind of event has no reader', () => {
  // @ts-expect-error: 'item faked' has none.
  const readers: Readers<typeof ITEMS_EVENTS & { 'item faked': EventSpec<{ before: null; after: null }> }> =
    READ_ITEMS_EVENTS
  expect(Object.keys(readers).toSorted()).toEqual(Object.keys(ITEMS_EVENTS).toSorted())
})
