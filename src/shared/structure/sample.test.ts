import { describe, expect, test } from 'vitest'
import { parseSample, SAMPLE_KINDS } from './sample.ts'

describe('the text of a sample', () => {
  test('is read as kind and tone', () => {
    for (const kind of SAMPLE_KINDS) expect(parseSample(`${kind} #C59C50`)).toEqual({ kind, tone: '#C59C50' })
  })

  test.each(['', 'paint', 'glitter #C59C50', 'paint red', '#C59C50', 'paint url(x)'])('is not %j', (text) => {
    expect(parseSample(text)).toBeNull()
  })
})
