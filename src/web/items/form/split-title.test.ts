import { expect, test } from 'vitest'
import { splitTitle } from './split-title.ts'

test.each([
  ['Kestrel UC-24', ['Kestrel UC-24', '']],
  ['Thorne Foundry Alder Bar Pull, Satin Brass, left', ['Thorne Foundry Alder Bar Pull, Satin ', 'Brass, left']],
  ['Brennholt Wasserstein BDW-62400-PF-EU-VARIANT-A', ['Brennholt Wasserstein BDW-62400-P', 'F-EU-VARIANT-A']],
  [
    '上海华美建筑装饰材料有限公司高级室内涂料与家具制造部门甲',
    ['上海华美建筑装饰材料有限公司', '高级室内涂料与家具制造部门甲'],
  ],
])('of the title %j its end is kept, in whole words where there are', (title, ends) => {
  expect(splitTitle(title)).toEqual(ends)
})

test('no sign is cut in two', () => {
  const [beginning, end] = splitTitle('👩‍👩‍👧‍👦'.repeat(30))
  expect([beginning.length % 11, end.length % 11]).toEqual([0, 0])
})
