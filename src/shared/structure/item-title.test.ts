import { expect, test } from 'vitest'
import { titleOf } from './item-title.ts'

const FIELDS = { field1: '', field2: '', field3: '', field4: '', field5: '', field6: '' }

test.each([
  ['Castellan', 'Bridge 7120-SB', 'Castellan Bridge 7120-SB'],
  ['Dry Sage #B9C6B4', 'HV-6102', 'Dry Sage HV-6102'],
  ['Whole house', 'Left of the water heater, knee high', 'Whole house · Left of the water heater, knee high'],
  ['Cove 4', '4¼ in', 'Cove 4 · 4¼ in'],
  ['Castellan', 'Meridian 4470-PN floor-mount', 'Castellan Meridian 4470-PN floor-mount'],
  ['Castellan', '', 'Castellan'],
  ['', ' ', 'Faucet'],
])('%j and %j make the title %j', (field1, field2, title) => {
  expect(titleOf(['field1', 'field2'], { ...FIELDS, field1, field2 }, 'Faucet')).toBe(title)
})
