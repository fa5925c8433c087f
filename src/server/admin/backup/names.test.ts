import { describe, expect, test } from 'vitest'
import { finishedName, isPartial, nameOfBackup, nameOfScheduledBackup, outdatedNames, partialName } from './names.ts'

const TIME = new Date('2026-03-09T18:45:07.123Z')
const scheduled = (day: number, rest = '') => `roomfolio-scheduled-2026-03-0${day}T184507Z${rest}.zip`

describe('names of backups', () => {
  test('contain their time, and sort by it', () => {
    expect(nameOfBackup(TIME)).toBe('roomfolio-2026-03-09T184507Z.zip')
    expect(nameOfScheduledBackup(TIME)).toBe(scheduled(9))
  })

  test('mark a backup as unfinished or incomplete, with any prefix', () => {
    expect(isPartial(partialName('/b/mine.zip', '0a1b2c3d'))).toBe(true)
    expect(isPartial('/b/mine.zip')).toBe(false)
    expect(finishedName('/b/mine.zip', true)).toBe('/b/mine.zip')
    expect(finishedName('/b/mine.zip', false)).toBe('/b/mine-incomplete.zip')
    expect(finishedName('/b/mine', false)).toBe('/b/mine-incomplete')
  })
})

describe('the oldest scheduled backups are too many,', () => {
  test("in any order of the folder's list", () => {
    const names = [3, 1, 4, 2].map((day) => scheduled(day))
    expect(outdatedNames(names, 2)).toEqual([scheduled(1), scheduled(2)])
    expect(outdatedNames(names, 4)).toEqual([])
    expect(outdatedNames(names, 7)).toEqual([])
  })

  test('except that incomplete ones do not replace others', () => {
    const whole = [1, 2].map((day) => scheduled(day))
    const lacking = [3, 4, 5].map((day) => scheduled(day, '-incomplete'))
    expect(outdatedNames([...whole, ...lacking], 2)).toEqual([scheduled(3, '-incomplete')])
    expect(outdatedNames([...whole, ...lacking], 1)).toEqual([
      scheduled(1),
      scheduled(3, '-incomplete'),
      scheduled(4, '-incomplete'),
    ])
  })

  test('and no other files are', () => {
    const others = [nameOfBackup(TIME), 'mine.zip', `${scheduled(1)}.0a1b2c3d.partial`, `copy of ${scheduled(1)}`]
    expect(outdatedNames([...others, scheduled(9)], 1)).toEqual([])
  })
})
