import { describe, expect, it } from 'vitest'
import { type Item, examples } from '../../shared/items/items.api.ts'
import { replacedIn } from './previous-value.ts'

const PAINT: Item = {
  ...examples().getItem.response,
  field2: 'Harbor Slate',
  field3: 'HV-6204',
  title: 'Harbor Slate HV-6204',
}
const change = (at: string, before: Record<number, string>) => ({
  at: `2026-02-${at}:00.000Z`,
  before: JSON.stringify({
    fields: Object.fromEntries(
      Object.entries(before).map(([propID, value], at) => [
        `field${at + 1}`,
        { label: 'Then', propID: Number(propID), value },
      ]),
    ),
  }),
})
const told = (...changes: ReturnType<typeof change>[]) => replacedIn(PAINT, changes)?.title

describe('the value that identified an item before', () => {
  it('is what one change replaced, with its swatch and when', () => {
    expect(replacedIn(PAINT, [change('23T18:05', { 12: 'Dry Sage', 13: 'HV-6102' })])).toEqual({
      at: '2026-02-23T18:05:00.000Z',
      title: 'Dry Sage HV-6102',
      sample: 'tint #B9C6B4',
    })
  })

  it('is what several changes of one hour replaced, and nothing earlier', () => {
    const changes = [
      change('23T18:05', { 13: 'HV-6102' }),
      change('23T17:30', { 12: 'Dry Sage' }),
      change('03T09:00', { 12: 'Clay' }),
    ]
    expect(told(...changes)).toBe('Dry Sage HV-6102')
    expect(told(...changes.slice(0, 1))).toBe('Harbor Slate HV-6102')
  })

  it('is nothing where nothing was there, where it is so again, and of labels that do not tell it apart', () => {
    expect(told(change('23T18:05', { 12: '', 13: '' }))).toBeUndefined()
    expect(told(change('23T18:05', { 12: 'Harbor Slate' }))).toBeUndefined()
    expect(told(change('23T18:05', { 14: 'Satin' }))).toBeUndefined()
    expect(told()).toBeUndefined()
  })
})
