import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addItemFiles, createItem } from '../../../src/shared/items/items.api.ts'
import { HITS_AT_ONCE } from '../../../src/shared/search/search.api.ts'
import { chooseOption, mountApp } from '../../support/mount-app.tsx'
import { expectAccessible, expectAt, optionsOf } from '../../support/on-screen.ts'
import { furnished, subcategoryIDs } from '../../support/test-app.ts'

const start = furnished(async ({ newUser, jobsDone }) => {
  const robin = await newUser('robin')
  const maple = await robin.newProject('Maple Street')
  const kitchen = await robin.newRoom(maple, 'Kitchen')
  for (let n = 0; n < HITS_AT_ONCE + 2; n++) await robin.newItem(maple, kitchen, { field1: `Haverline H-${n}` })
  const cottage = await robin.newProject('Lakeside Cottage')
  const porch = await robin.newRoom(cottage, 'Porch')
  const paint = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
  const inputs = { field2: 'Haverline', field3: 'HV-6102', field6: '2026-03-03' }
  await robin.must(createItem, { body: { projectID: cottage, roomID: porch, ...paint, inputs } })
  const sconces = [await robin.newItem(cottage, porch, { field1: 'Sconce' }), await robin.newItem(maple, kitchen)]
  const [guide] = await robin.upload([{ name: 'guide.txt', bytes: Buffer.from('Clean the aerator twice a year.') }])
  for (const itemID of sconces)
    await robin.must(addItemFiles, { body: { itemID, files: [{ name: 'guide.txt', remote: guide?.remote ?? '' }] } })
  await jobsDone()
  for (let n = 1; n <= 10; n++) await robin.newRoom(maple, `Pantry ${n}`)
  return { people: { robin }, things: { cottage } }
})

const find = async (query: string) => {
  const server = await start()
  const mounted = await mountApp(server, { path: `/find?q=${query}`, user: 'robin' })
  const main = within(screen.getByRole('main'))
  const heads = (level: number) => main.queryAllByRole('heading', { level }).map(({ textContent }) => textContent)
  const chips = () =>
    within(main.getByRole('navigation', { name: 'Show' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  return { ...server.things, ...mounted, main, heads, chips }
}

test('hits come by project with their total, twenty at first', async () => {
  const { click, main, heads, chips } = await find('haverline')
  expect(chips()).toEqual(['All 23', 'Items 23', 'In Files 0', 'Rooms 0'])
  expect(heads(2)).toEqual(['Lakeside Cottage', 'Maple Street'])
  expect(main.getByText(`${HITS_AT_ONCE + 2} items in 1 room`)).toBeVisible()
  expect(main.getAllByRole('listitem')).toHaveLength(HITS_AT_ONCE)
  await click('button', 'Show More', main)
  await expect.poll(() => main.getAllByRole('listitem').length).toBe(HITS_AT_ONCE + 3)
  await expect.poll(() => document.activeElement?.textContent).toBe('Haverline H-19')
  expect(main.queryByRole('button', { name: 'Show More' })).toBeNull()
})

test('hits are filtered by project and by category', async () => {
  const { user, main, heads, chips, cottage } = await find('haverline')
  expect(optionsOf(main.getByRole('combobox', { name: 'Category' }))).toEqual([
    ...['All categories', 'Paint (1)', 'Plumbing (22)'],
  ])
  const project = main.getByRole('combobox', { name: 'Project' })
  expect(optionsOf(project)).toEqual(['All projects', 'Lakeside Cottage (1)', 'Maple Street (22)'])
  await chooseOption(user, project, 'Lakeside Cottage (1)')
  await expectAt(`/find?q=haverline&projectID=${cottage}`)
  await expect.poll(() => heads(2)).toEqual(['Lakeside Cottage'])
  expect(chips()[0]).toBe('All 1')
  await chooseOption(user, main.getByRole('combobox', { name: 'Project' }), 'All projects')
  await expect.poll(() => heads(2)).toHaveLength(2)
})

test('a file on several items is one hit with its places and the words around the match', async () => {
  const { click, main, heads, chips } = await find('aerator')
  expect(chips()).toEqual(['All 2', 'Items 0', 'In Files 2', 'Rooms 0'])
  expect(heads(2)).toEqual(['Files'])
  const file = within(main.getByRole('listitem'))
  expect(file.getByText('aerator', { selector: 'mark' })).toBeVisible()
  expect(file.getByText(/^2 places/)).toHaveTextContent(
    '2 places: Sconce, Porch, Lakeside Cottage · Faucet, Kitchen, Maple Street',
  )
  await expectAccessible()
  await click('link', /^Items/, main)
  await expectAt('/find?q=aerator&kind=items')
  expect(await main.findByText(/^Nothing matches/)).toBeVisible()
  await click('link', /^In Files/, main)
  expect(await main.findByRole('link', { name: 'guide.txt' })).toBeVisible()
})

test('a stored date is shown in words', async () => {
  const { main } = await find('haverline%20date')
  expect(main.getByRole('listitem')).toHaveTextContent('Date Painted Mar 3, 2026')
})

test('rooms that are not shown at first come on demand', async () => {
  const { click, main } = await find('pantry')
  expect(main.getByText('Not shown yet: 2 of 10 rooms.')).toBeVisible()
  await click('button', 'Show More Rooms', main)
  await expect.poll(() => main.queryByText(/^Not shown yet/)).toBeNull()
  expect(main.getAllByRole('listitem')).toHaveLength(10)
  await expect.poll(() => document.activeElement?.textContent).toBe('Pantry 9')
})

test('where nothing is found, close matches and the missing word are shown', async () => {
  const { main } = await find('haverline%20marble')
  expect(main.getByRole('heading', { name: 'No results' })).toBeVisible()
  expect(main.getByText('Close matches without “marble”:')).toBeVisible()
  expect(main.getAllByRole('link', { name: /^Haverline/ }).length).toBeGreaterThan(0)
})
