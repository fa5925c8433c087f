import fc from 'fast-check'
import { expect, test } from 'vitest'
import { underOtherLabels, withoutLinesUnder } from './remap-labels.ts'
import { SLOTS, type FieldLabel } from '../structure/room-structure.api.ts'

const NAMES = ['Brand', 'brand', 'Émail', 'Email', 'Model Number', 'Model / Number', 'Finish', '—', 'Größe', 'GRÖßE']

const labelsOf = (chosen: readonly (string | null)[]): FieldLabel[] =>
  chosen.flatMap((label, at) => {
    const field = SLOTS[at]
    return label === null || !field ? [] : [{ propID: NAMES.indexOf(label) + 1, label, field }]
  })
const someLabels = fc
  .uniqueArray(fc.option(fc.constantFrom(...NAMES)), { maxLength: 6, comparator: (a, b) => a !== null && a === b })
  .map(labelsOf)
const text = fc.oneof(fc.constant(''), fc.string({ minLength: 1, maxLength: 12 }))
const held = fc.record({
  labels: someLabels,
  fields: fc.record({ field1: text, field2: text, field3: text, field4: text, field5: text, field6: text }),
  notes: text,
})

const blank = (field1: string) => ({ field1, field2: '', field3: '', field4: '', field5: '', field6: '' })

test('no text is lost under any other labels: each value is in a field or in the notes', () => {
  fc.assert(
    fc.property(held, someLabels, (item, others) => {
      const { fields, notes, placeless } = underOtherLabels(item, others)
      const labelled = others.map(({ field }) => field)
      expect(SLOTS.filter((slot) => fields[slot] !== '' && !labelled.includes(slot))).toEqual([])
      const left = Object.values(fields)
      for (const value of Object.values(item.fields).filter((each) => each.trim() !== '')) {
        const at = left.indexOf(value)
        if (at >= 0) left.splice(at, 1)
        else expect(placeless.map((each) => each.value)).toContain(value)
      }
      expect(left.filter((value) => value.trim() !== '')).toEqual([])
      for (const { label, value } of placeless) expect(notes).toContain(`${label}: ${value.replaceAll('\n', '\n  ')}`)
      if (item.notes.trim() !== '') expect(notes.startsWith(item.notes)).toBe(true)
    }),
  )
})

test('values stay under labels of the same name, and the same labels change nothing', () => {
  const labels = labelsOf(['Brand', 'Émail', null, 'Finish'])
  const item = {
    labels,
    fields: { field1: 'a', field2: 'b', field3: 'c', field4: 'd', field5: '', field6: '' },
    notes: 'n',
  }
  const { fields, kept, placeless, notes } = underOtherLabels(
    item,
    labelsOf([null, 'Finish', 'email'.replace('e', 'E')]),
  )
  expect(fields).toMatchObject({ field1: '', field2: 'd', field3: 'b' })
  expect(kept).toEqual(['Email', 'Finish'])
  expect(placeless).toEqual([
    { label: 'Brand', value: 'a' },
    { label: 'Field 3', value: 'c' },
  ])
  expect(notes).toBe('n\nBrand: a\nField 3: c')
  expect(underOtherLabels({ ...item, fields: { ...item.fields, field3: '' } }, labels)).toMatchObject({
    fields: { ...item.fields, field3: '' },
    placeless: [],
    notes: 'n',
  })
})

test('under its own labels everything stays unchanged, including blanks', () => {
  fc.assert(
    fc.property(held, (item) => {
      const labelled = item.labels.map(({ field }) => field)
      const own = Object.fromEntries(SLOTS.map((slot) => [slot, labelled.includes(slot) ? item.fields[slot] : '']))
      const fields = own as typeof item.fields
      expect(underOtherLabels({ ...item, fields }, item.labels).fields).toEqual(fields)
    }),
    { examples: [[{ labels: labelsOf(['Brand']), fields: blank(' '), notes: '' }]] },
  )
})

test('a value of several lines is hidden completely, and the text around it stays', () => {
  const fields = { ...blank('line one\n\nPIN: 1234\r\nlast'), field2: 'shown' }
  const { notes } = underOtherLabels({ labels: labelsOf(['Brand', 'Finish']), fields, notes: 'first' }, [])
  const added = `${notes}\n\nadded later`
  expect(withoutLinesUnder(added, ['Brand'])).toBe('first\nFinish: shown\n\nadded later')
  expect(withoutLinesUnder(added, ['Finish'])).toBe('first\nBrand: line one\n  \n  PIN: 1234\n  last\n\nadded later')
  expect(withoutLinesUnder(added, [])).toBe(added)
})

test('a value of several lines from an older version is hidden up to a blank line or another label', () => {
  const notes = 'Brand: one\ntwo\nFinish: matt\nBrand: three\nfour\n\nfive'
  expect(withoutLinesUnder(notes, ['Brand'])).toBe('Finish: matt\n\nfive')
})
