import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EMPTY } from '../../support/empty-pages.ts'
import { mountApp } from '../../support/mount-app.tsx'
import { expectAccessible, expectAt } from '../../support/on-screen.ts'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const empty = await robin.newRoom(projectID, 'Hall')
  await robin.newItem(projectID, roomID, {
    field1: 'Castellan',
    field2: 'Bridge 7120',
    field3: 'Satin brass',
    field5: 'Fixture & Form',
    field6: 'Jan 30, 2031',
  })
  const sage = await robin.newItemOf(['Paint', 'Wall Paint'], {
    projectID,
    roomID,
    inputs: {
      field1: 'Harrow & Vale',
      field2: 'Dry Sage',
      field3: 'HV-6102, #B9C6B4',
      field4: 'Eggshell',
      field5: 'North and east walls',
      field6: 'Feb 22, 2026',
      notes: 'Leftover: www.example.com/paint or (555) 010-0168.',
    },
  })
  const inputs = { field2: 'Gesso', field4: 'Flat', field6: 'Feb 20, 2025' }
  await robin.newItemOf(['Paint', 'Wall Paint'], { projectID, roomID, inputs })
  return { people: { robin }, things: { roomID, empty, sage } }
})

const head = (name: string) => screen.getByRole('columnheader', { name })
const expectTitles = (titles: readonly string[]) =>
  waitFor(() =>
    expect(
      screen
        .getAllByRole('rowheader')
        .flatMap((row) => within(row).queryAllByRole('link'))
        .map(({ textContent }) => textContent),
    ).toEqual(titles),
  )

test('heads sort by keyboard in three states, columns are chosen, and both are remembered', async () => {
  const server = await start()
  const { user, click, open } = await mountApp(server, {
    path: `/roomitems?roomID=${server.things.roomID}`,
    user: 'robin',
    width: 1280,
  })
  await click('button', 'Compact')
  const schedule = ['Dry Sage HV-6102', 'Gesso', 'Castellan Bridge 7120']
  await expectTitles(schedule)
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Paint',
    'Plumbing',
  ])
  const press = (element: HTMLElement, key: string) => {
    element.focus()
    return user.keyboard(key)
  }
  const byDate = within(head('Date')).getByRole('button')
  await press(byDate, '{Enter}')
  await waitFor(() => expect(head('Date')).toHaveAttribute('aria-sort', 'ascending'))
  await expectTitles(['Gesso', 'Dry Sage HV-6102', 'Castellan Bridge 7120'])
  await press(byDate, ' ')
  await waitFor(() => expect(head('Date')).toHaveAttribute('aria-sort', 'descending'))
  await expectTitles(['Dry Sage HV-6102', 'Gesso', 'Castellan Bridge 7120'])
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()

  const columns = screen.getByRole('button', { name: 'Columns' })
  await press(columns, '{Enter}')
  await press(await screen.findByRole('checkbox', { name: 'Supplier' }), ' ')
  await expectAccessible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
  await waitFor(() => expect(columns).toHaveFocus())

  await open()
  await waitFor(() => expect(head('Date')).toHaveAttribute('aria-sort', 'descending'))
  expect(screen.queryByRole('columnheader', { name: 'Supplier' })).toBeNull()
  await press(within(head('Date')).getByRole('button'), '{Enter}')
  await waitFor(() => expect(head('Date')).not.toHaveAttribute('aria-sort'))
  await expectTitles(schedule)
  await press(within(head('Date')).getByRole('button'), '{Enter}')
  await click('button', 'Group by Category')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  await expectTitles(schedule)
})

test('on a phone a row opens in place with all values and notes, copies values, and leads to the item', async () => {
  const server = await start()
  const { roomID, sage } = server.things
  const { user, click } = await mountApp(server, { path: `/roomitems?roomID=${roomID}`, user: 'robin', width: 390 })
  const row = await screen.findByRole('button', { name: /Dry Sage HV-6102 Eggshell North and east walls 0 files/ })
  expect(row).toHaveAttribute('aria-expanded', 'false')
  await user.click(row)
  expect(row).toHaveAttribute('aria-expanded', 'true')
  const item = within(row.closest('li') as HTMLElement)
  expect(item.getAllByRole('term').map(({ textContent }) => textContent.trim())).toEqual([
    'Color Code',
    'Color Name',
    'Brand / Product Line',
    'Sheen',
    'Location',
    'Date Painted',
  ])
  expect(item.getByRole('link', { name: 'www.example.com/paint' })).toHaveAttribute(
    'href',
    'https://www.example.com/paint',
  )
  expect(item.getByRole('link', { name: '(555) 010-0168' })).toHaveAttribute('href', 'tel:5550100168')
  await expectAccessible()
  await click('button', 'Copy HV-6102', item)
  expect(await item.findByText('Copied HV-6102')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('HV-6102')
  await click('link', 'Open Item', item)
  await expectAt(`/edititem?itemID=${sage}`)
  history.back()
  expect(await screen.findByRole('button', { name: /Dry Sage HV-6102 Eggshell/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
})

test('an empty room on a phone offers its first item once', async () => {
  const server = await start()
  await mountApp(server, { path: `/roomitems?roomID=${server.things.empty}`, user: 'robin', width: 390 })
  expect(await screen.findByText(EMPTY.room)).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'Create New Item' })).toHaveLength(1)
})
