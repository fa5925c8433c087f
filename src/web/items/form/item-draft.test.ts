import { expect, it } from 'vitest'
import { differingNames, draftErrors, EMPTY_DRAFT, pick, shownNames } from './item-draft.ts'

it('finds the members that differ, to send just those', () => {
  const typed = { ...EMPTY_DRAFT, field2: 'Brass', notes: 'Spare in the basement' }
  const changed = differingNames(EMPTY_DRAFT, typed)
  expect(changed).toEqual(['field2', 'notes'])
  expect(pick(typed, changed)).toEqual({ field2: 'Brass', notes: 'Spare in the basement' })
})

// Proves 2.35, 3.9
it('shows the labelled slots, then the notes', () => {
  expect(
    shownNames([
      { propID: 7, label: 'Brand', field: 'field2' },
      { propID: 9, label: 'Sheen', field: 'field5' },
    ]),
  ).toEqual(['field2', 'field5', 'notes'])
})

it('counts code points, as the server does', () => {
  expect(draftErrors({ ...EMPTY_DRAFT, notes: '🎨'.repeat(255) })).toEqual({})
  expect(draftErrors({ ...EMPTY_DRAFT, notes: '🎨'.repeat(256), field1: 'x'.repeat(256) })).toEqual({
    field1: 'Must be at most 255 characters.',
    notes: 'Must be at most 255 characters.',
  })
})
