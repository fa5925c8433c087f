import { expect, test } from 'vitest'
import { claimHas } from './claims.ts'

test.each<[object, string, boolean | undefined]>([
  [{ groups: ['family', 'keepers'] }, 'groups', true],
  [{ groups: 'keepers' }, 'groups', true],
  [{ groups: 'family,keepers' }, 'groups', true],
  [{ groups: 'family, keepers' }, 'groups', true],
  [{ groups: 'family keepers' }, 'groups', true],
  [{ groups: 'goalkeepers' }, 'groups', false],
  [{ groups: ['family keepers'] }, 'groups', false],
  [{ groups: [{ name: 'keepers' }] }, 'groups', false],
  [{ groups: [] }, 'groups', false],
  [{ groups: '' }, 'groups', false],
  [{ groups: null }, 'groups', undefined],
  [{}, 'groups', undefined],
  [{}, 'constructor', undefined],
  [{ realm_access: { roles: ['keepers'] } }, 'realm_access.roles', true],
  [{ realm_access: { roles: ['family'] } }, 'realm_access.roles', false],
  [{ realm_access: {} }, 'realm_access.roles', undefined],
  [{ realm_access: 'keepers' }, 'realm_access.roles', undefined],
  [{ resource_access: { 'room.folio': { roles: ['keepers'] } } }, 'resource_access.room.folio.roles', true],
  [{ 'https://homes.example.com/roles': ['keepers'] }, 'https://homes.example.com/roles', true],
])('%j has keepers in %s: %s', (claims, name, has) => {
  expect(claimHas(claims, { name, value: 'keepers' })).toBe(has)
})

test('a value with blanks is found as it is', () => {
  expect(claimHas({ groups: 'Home Keepers' }, { name: 'groups', value: 'Home Keepers' })).toBe(true)
})
