import { describe, expect, it } from 'vitest'
import { changedSlots, movedSlots, newLabels, problemsOf, textsOf, type LabelTexts } from './label-draft.ts'

const stored = textsOf([
  { propID: 1, label: 'Brand', field: 'field1' },
  { propID: 2, label: 'Model Number', field: 'field2' },
  { propID: 3, label: 'Finish', field: 'field4' },
])
const known = [
  { id: 1, name: 'Brand' },
  { id: 2, name: 'Model Number' },
  { id: 3, name: 'Finish' },
  { id: 4, name: 'Supplier' },
]
const draft = (changes: Partial<LabelTexts>): LabelTexts => ({ ...stored, ...changes })

describe('labels being edited', () => {
  it('keep the gaps of their slots', () => {
    expect(stored).toEqual({
      field1: 'Brand',
      field2: 'Model Number',
      field3: '',
      field4: 'Finish',
      field5: '',
      field6: '',
    })
  })

  it('count as changed by their name key: case, blanks around and width are no change', () => {
    expect(changedSlots(stored, draft({ field1: ' BRAND ', field2: 'Ｍodel number' }))).toEqual([])
    expect(changedSlots(stored, draft({ field1: 'Maker', field4: '', field6: 'Supplier' }))).toEqual([
      'field1',
      'field4',
      'field6',
    ])
  })

  // Proves 5.15
  it('count as new when the known list lacks them, compared by name key', () => {
    expect(newLabels(draft({ field1: ' Flow Rate (GPM) ', field3: 'supplier', field5: '  ' }), known)).toEqual([
      'Flow Rate (GPM)',
    ])
  })

  it('may have 32 characters, not 33, and stand in one field only', () => {
    expect(problemsOf(draft({ field3: 'é'.repeat(32), field5: '', field6: ' ' }))).toEqual({})
    expect(problemsOf(draft({ field3: 'é'.repeat(33), field5: 'brand' }))).toEqual({
      field1: 'A label can be used in one field only.',
      field3: 'Must be at most 32 characters.',
      field5: 'A label can be used in one field only.',
    })
  })

  it('have moved when they stand in another slot now, not when they are gone or only joined by others', () => {
    expect(movedSlots(stored, draft({ field1: 'Model Number', field2: 'Brand' }))).toEqual(['field1', 'field2'])
    expect(movedSlots(stored, draft({ field4: '', field3: 'finish' }))).toEqual(['field4'])
    expect(movedSlots(stored, draft({ field1: '', field3: 'Supplier' }))).toEqual([])
  })
})
