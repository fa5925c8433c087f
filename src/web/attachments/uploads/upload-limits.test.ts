import { describe, expect, it } from 'vitest'
import { foldersRefused, filterUploads } from './filter-uploads.ts'
import { sizeText } from '../../lib/size-text.ts'

const LIMITS = { maxFileBytes: 10, maxFilesPerUpload: 3 }
const file = (name: string, size: number) => new File(['x'.repeat(size)], name)

describe('files rejected before an upload', () => {
  it('leaves files alone that the server takes', () => {
    const files = [file('a.txt', 0), file('b.txt', 10)]
    expect(filterUploads(files, LIMITS)).toEqual({ accepted: files })
  })

  it('names each file that is too large and keeps the others', () => {
    const [small, large, huge] = [file('small.txt', 10), file('large.txt', 11), file('huge.txt', 12)]
    expect(filterUploads([large, small], LIMITS)).toEqual({
      accepted: [small],
      refusal: '"large.txt" is larger than 10 bytes and was not added.',
    })
    expect(filterUploads([large, small, huge], LIMITS)).toEqual({
      accepted: [small],
      refusal: '"large.txt", "huge.txt" are larger than 10 bytes and were not added.',
    })
  })

  it('takes none of too many', () => {
    const { accepted, refusal } = filterUploads(
      ['a', 'b', 'c', 'd'].map((name) => file(name, 1)),
      LIMITS,
    )
    expect(accepted).toEqual([])
    expect(refusal).toContain('You can add up to 3 files')
  })
})

it.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [25 * 1024 ** 2, '25 MB'],
  [10_000 * 1024 ** 2, '9.8 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

it('names each folder that was left out', () => {
  expect(foldersRefused(['Photos'])).toBe('"Photos" is a folder. Open it and add the files inside.')
  expect(foldersRefused(['Photos', 'Plans'])).toContain('"Photos", "Plans" are folders')
})
