import { expect, test } from 'vitest'
import { downloadNamed } from './download-name.ts'

test.each([
  ['Maple Street.pdf', 'filename="Maple Street.pdf"'],
  [
    'Haus Müller 12 Straße.xlsx',
    'filename="Haus Muller 12 Stra_e.xlsx"; filename*=UTF-8\'\'Haus%20M%C3%BCller%2012%20Stra%C3%9Fe.xlsx',
  ],
  ['½ inch valve.pdf', 'filename="1_2 inch valve.pdf"; filename*=UTF-8\'\'%C2%BD%20inch%20valve.pdf'],
  ['45° elbow.pdf', 'filename="45_ elbow.pdf"; filename*=UTF-8\'\'45%C2%B0%20elbow.pdf'],
  ['£100 receipt®.pdf', 'filename="_100 receipt_.pdf"; filename*=UTF-8\'\'%C2%A3100%20receipt%C2%AE.pdf'],
  ['台所 🏠.png', 'filename="__ _.png"; filename*=UTF-8\'\'%E5%8F%B0%E6%89%80%20%F0%9F%8F%A0.png'],
  ['a %41 "b".txt', 'filename="a %41 \\"b\\".txt"; filename*=UTF-8\'\'a%20%2541%20%22b%22.txt'],
])('every browser saves %s under its name', (name, header) => {
  expect(downloadNamed(name)).toBe(`attachment; ${header}`)
})
