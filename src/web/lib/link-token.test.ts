import { afterEach, expect, test, vi } from 'vitest'
import { linkToken } from './link-token.ts'

const open = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://homes.example.com')
  const replaceState = vi.fn<(state: unknown, title: string, place: string) => void>()
  const stored = new Map<string, string>()
  vi.stubGlobal('location', { pathname, search, hash })
  vi.stubGlobal('history', { state: 'as it was', replaceState })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  return replaceState
}

afterEach(() => vi.unstubAllGlobals())

test.each(['/register#token', '/register?invitation=token', '/register#token。', '/register?invitation=token”'])(
  'the token of %s is removed from the address, and kept',
  (address) => {
    const replaceState = open(address)
    const kept = linkToken('key', 'invitation')
    expect(kept.here()).toBe('token')
    expect(replaceState).toHaveBeenCalledExactlyOnceWith('as it was', '', '/register')
    open('/register')
    expect(kept.here()).toBe('token')
  },
)

test('an address without a token has none', () => {
  open('/register?other=token')
  expect(linkToken('key', 'invitation').here()).toBe('')
})
