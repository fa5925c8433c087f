import { describe, expect, it } from 'vitest'
import { descriptiveName } from './descriptive-name.ts'

describe('the name of a picture created by the browser', () => {
  const now = new Date(2026, 10, 1, 4, 3, 5)

  it('tells what it is and when it came', () => {
    expect(descriptiveName('image.png', 'Pasted image', now)).toBe('Pasted image 2026-11-01 04.03.05.png')
    expect(descriptiveName('image.JPEG', 'Photo', now)).toBe('Photo 2026-11-01 04.03.05.JPEG')
  })

  it.each(['image (2).png', 'my image.png', 'image.png.zip', 'image', 'warranty.pdf'])('leaves %s alone', (name) => {
    expect(descriptiveName(name, 'Pasted image', now)).toBe(name)
  })
})
