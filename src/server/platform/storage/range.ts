import type { ByteRange } from './store.ts'

/**
 * The part of a file that a Range header requests. Undefined means the whole file: without a header, and for headers that may
 * be ignored: malformed ones, several parts, or the end of an empty file.
 */
export const rangeOf = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, list = ''] = /^bytes=(.*)$/i.exec(header?.trim() ?? '') ?? []
  const [part = '', ...more] = list.split(',').flatMap((text) => text.trim() || [])
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(part) ?? []
  if (more.length > 0 || (first === '' && last === '')) return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  if (first === '' && size === 0 && Number(last) > 0) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? 'unsatisfiable' : { start, end }
}
