import { expect, test } from 'vitest'
import { labelPicks, NOTHING_PICKED, type ChosenKind } from './label-picks.ts'

const kindOf = (propID: number, kind: ChosenKind['kind']): ChosenKind => ({
  propID,
  label: `Label ${propID}`,
  was: 'text',
  kind,
})

test('picks are kept beside each other, and of two for one label the last counts', () => {
  const titled = labelPicks(NOTHING_PICKED, { type: 'pick', titleFields: ['Brand'] })
  const moved = labelPicks(titled, { type: 'pick', moveValues: false })
  const dated = labelPicks(moved, { type: 'pick kind', kind: kindOf(1, 'date') })
  const other = labelPicks(dated, { type: 'pick kind', kind: kindOf(2, 'money') })
  expect(labelPicks(other, { type: 'pick kind', kind: kindOf(1, 'contact') })).toEqual({
    titleFields: ['Brand'],
    moveValues: false,
    kinds: [kindOf(2, 'money'), kindOf(1, 'contact')],
  })
})

test('a save or a discarded draft leaves nothing picked', () => {
  const picks = { ...NOTHING_PICKED, titleFields: ['Brand'], moveValues: false, kinds: [kindOf(1, 'date')] }
  expect(labelPicks(picks, { type: 'forget' })).toEqual(NOTHING_PICKED)
})
