import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dateInWords } from '../../../src/shared/lib/dates.ts'
import { createTask, updateTask, type Repeats } from '../../../src/shared/upkeep/tasks.api.ts'
import { localDay } from '../../support/days.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { addMember } from '../../support/members.ts'
import { chooseOption, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectToast, notifications } from '../../support/on-screen.ts'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const inputs = { field1: 'Brennholt' }
  const itemID = await robin.newItemOf(['Appliances', 'Refrigerator'], { projectID, roomID, inputs })
  return { people: { robin, casey }, things: { projectID, roomID, itemID } }
})

const openHome = async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, itemID } = server.things
  const newTask = (name: string, day: string, repeats: Repeats = null, at: object = { itemID }) =>
    robin.must(createTask, { body: { projectID, ...at, inputs: { name, day, repeats } } })
  const show = async (path: string, user = 'robin') => {
    const mounted = await mountApp(server, { path, user })
    /** Opens the menu of a task and chooses from it. */
    const choose = async (task: string, choice: string) => {
      await mounted.click('button', `More for ${task}`)
      await mounted.click('button', choice)
    }
    return { ...mounted, choose }
  }
  return { server, robin, ...server.things, newTask, show }
}

const listItem = (text: string) => screen.getAllByRole('listitem').find((row) => row.textContent.includes(text)) ?? null
const expectRow = (name: string, text: string) => waitFor(() => expect(listItem(name)).toHaveTextContent(text))
const undo = async ({ click }: Awaited<ReturnType<typeof mountApp>>) => click('button', 'Undo', await notifications())

test('a task is created for an item and done with one click, and Undo takes it back', async () => {
  const { show } = await openHome()
  const mounted = await show('/comingup')
  const { user, click } = mounted
  expect(await screen.findByText(EMPTY.comingUp)).toBeVisible()
  await click('button', 'New Task')
  const task = await dialog('New Task')
  const name = await task.findByLabelText('Task')
  await waitFor(() => expect(name).toHaveFocus())
  await click('button', 'Create Task', task)
  expect(await task.findByText('Required.')).toBeVisible()
  await fill(user, name, 'Change Water Filter')
  await chooseOption(user, task.getByLabelText('Room'), 'Kitchen')
  await chooseOption(user, await task.findByLabelText('Item'), 'Brennholt')
  await fill(user, task.getByLabelText('Due'), localDay(-12))
  await chooseOption(user, task.getByLabelText('Repeats'), 'Months')
  await fill(user, task.getByLabelText('Every'), '6')
  await expectAccessible()
  await click('button', 'Create Task', task)
  await expectRow('Change Water Filter', 'Kitchen, Brennholt. Every 6 months')
  expect(listItem('Change Water Filter')).toHaveTextContent('12 days ago')
  expect(screen.getByText('1 overdue · nothing due in the next 90 days · 1 home')).toBeVisible()
  await click('button', 'Done: Change Water Filter')
  await expectToast(/^Done: "Change Water Filter"\. Next on/)
  await waitFor(() => expect(listItem('Change Water Filter')).not.toHaveTextContent('12 days ago'))
  await undo(mounted)
  await expectRow('Change Water Filter', '12 days ago')
})

test('a task is put off, skipped, edited and deleted, and chips show tasks alone', async () => {
  const { robin, projectID, roomID, newTask, show } = await openHome()
  await robin.newItem(projectID, roomID, { field1: 'Castellan', field6: localDay(20) })
  await newTask('Test Alarms', localDay(3), { every: 6, unit: 'month', fromDone: false }, {})
  const mounted = await show('/comingup')
  const { user, click, choose } = mounted
  await click('link', 'Tasks 1')
  await waitFor(() => expect(listItem('Castellan')).toBeNull())
  expect(listItem('Test Alarms')).toHaveTextContent('Whole home. Every 6 months')

  await choose('Test Alarms', 'Put Off')
  const putOff = await dialog('Test Alarms')
  const until = await putOff.findByLabelText('Reschedule to')
  expect(until).toHaveValue(localDay(10))
  await fill(user, until, localDay(30))
  await click('button', 'Put Off', putOff)
  await expectRow('Test Alarms', 'in 30 days')
  await undo(mounted)
  await expectRow('Test Alarms', 'in 3 days')
  await choose('Test Alarms', 'Skip')
  await waitFor(() => expect(listItem('Test Alarms')).not.toHaveTextContent('in 3 days'))
  await undo(mounted)
  await expectRow('Test Alarms', 'in 3 days')
  await choose('Test Alarms', 'Edit Task')
  const edit = await dialog('Edit Task')
  await chooseOption(user, await edit.findByLabelText('Repeats'), 'Once')
  await click('button', 'Update Task', edit)
  await waitFor(() => expect(listItem('Test Alarms')).not.toHaveTextContent('Every'))
  await choose('Test Alarms', 'Delete Task')
  await waitFor(() => expect(listItem('Test Alarms')).toBeNull())
  await undo(mounted)
  await waitFor(() => expect(listItem('Test Alarms')).toBeVisible())
  await click('link', 'Warranties 1')
  await waitFor(() => expect(listItem('Castellan')).toBeVisible())
  expect(listItem('Test Alarms')).toBeNull()
})

test('a dialog keeps what was typed if somebody else changes the task, and the next press saves it', async () => {
  const { robin, newTask, show } = await openHome()
  const { taskID } = await newTask('Test Alarms', localDay(3))
  const { user, click, choose } = await show('/comingup')
  await choose('Test Alarms', 'Edit Task')
  const edit = await dialog('Edit Task')
  await fill(user, await edit.findByLabelText('Task'), 'Test All Alarms')
  const changes = { day: localDay(200), note: 'In the attic' }
  await robin.must(updateTask, { body: { taskID, version: 1, inputs: changes } })
  await click('button', 'Update Task', edit)
  await waitFor(() => expect(edit.getByLabelText(/^Note/)).toHaveValue('In the attic'))
  expect(edit.getByLabelText('Task')).toHaveValue('Test All Alarms')
  expect(edit.getByLabelText('Due')).toHaveValue(localDay(200))
  await click('button', 'Update Task', edit)
  await expectRow('Test All Alarms', 'In the attic')

  await choose('Test All Alarms', 'Done With Note')
  const done = await dialog('Test All Alarms')
  await fill(user, await done.findByLabelText(/^Note/), 'All six of them.')
  await robin.must(updateTask, { body: { taskID, version: 3, inputs: { day: localDay(2) } } })
  await click('button', 'Done', done)
  await expectRow('Test All Alarms', 'in 2 days')
  expect(done.getByLabelText(/^Note/)).toHaveValue('All six of them.')
  await click('button', 'Done', done)
  await waitFor(() => expect(listItem('Test All Alarms')).toBeNull())
})

test('what a home usually needs is added with one click, or not needed', async () => {
  const { robin, projectID, roomID, show } = await openHome()
  await robin.newItemOf(['Appliances', 'Dishwasher'], { projectID, roomID, inputs: { field1: 'Castellan' } })
  const { click } = await show('/comingup')
  const suggested = within(await screen.findByRole('region', { name: 'Suggested' }))
  expect(suggested.getAllByRole('listitem')).toHaveLength(2)
  await click('button', 'Add: Change Water Filter, Brennholt', suggested)
  await expectRow('Change Water Filter', 'Kitchen, Brennholt. Every 6 months')
  await click('button', 'Not Needed: Clean Dishwasher Filter, Castellan')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Suggested' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})

test('the calendar link is created, renewed and turned off', async () => {
  const { server, show } = await openHome()
  const { click } = await show('/comingup')
  await click('button', 'Create Calendar Link')
  const address = (await screen.findByLabelText('Calendar link')) as HTMLInputElement
  expect(address.value).toMatch(/\/calendar\/[\w-]{43}\.ics$/)
  await expectAccessible()
  const first = address.value
  const status = async () => (await server.anonymous.raw({ url: new URL(first).pathname })).statusCode
  expect(screen.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', first.replace(/^https?:/, 'webcal:'))
  expect(await status()).toBe(200)
  await click('button', 'Renew')
  await click('button', 'Create New Link')
  await waitFor(() => expect(address).not.toHaveValue(first))
  expect(await status()).toBe(404)
  await click('button', 'Turn Off')
  await click('button', 'Turn Off', await dialog())
  expect(await screen.findByRole('button', { name: 'Create Calendar Link' })).toBeVisible()
})

test('Project Home shows what comes up next in that home, and leads to all of it', async () => {
  const { projectID, newTask, show } = await openHome()
  await newTask('Change Air Filter', localDay(-12))
  await newTask('Repaint Everything', localDay(900))
  const { click } = await show(`/projecthome?projectID=${projectID}`)
  const soon = within(await screen.findByRole('region', { name: 'Coming Up' }))
  expect(soon.getAllByRole('listitem')).toHaveLength(1)
  expect(soon.getByRole('listitem')).toHaveTextContent(/Change Air Filter\s*Kitchen, overdue/)
  await click('link', 'All coming up', soon)
  expect(await screen.findByRole('button', { name: 'Done: Repaint Everything' })).toBeVisible()
})

test('an item has its tasks with Done, a task is created there, and the form keeps what was typed', async () => {
  const { roomID, itemID, newTask, show } = await openHome()
  await newTask('Oil Countertop', localDay(1), null, { roomID })
  const mounted = await show(`/edititem?itemID=${itemID}`)
  const { user, click } = mounted
  await click('button', 'New Task')
  const task = await dialog('New Task')
  await task.findByLabelText('Task')
  expect(task.element).toHaveTextContent('For Brennholt')
  expect(task.queryByLabelText('Home')).toBeNull()
  await fill(user, task.getByLabelText('Task'), 'Change Water Filter')
  await fill(user, task.getByLabelText('Due'), localDay(-12))
  await chooseOption(user, task.getByLabelText('Repeats'), 'Months')
  await fill(user, task.getByLabelText('Every'), '6')
  await click('button', 'Create Task', task)
  const tasks = within(await screen.findByRole('region', { name: 'Tasks' }))
  const since = `Overdue since ${dateInWords(localDay(-12), 'en-US')}, every 6 months`
  expect(await tasks.findByText(since)).toBeVisible()
  expect(tasks.getAllByRole('listitem')).toHaveLength(1)

  const model = await screen.findByRole('combobox', { name: 'Model Number' })
  await fill(user, model, 'BFR-3690')
  await click('button', 'Done: Change Water Filter', tasks)
  expect(await tasks.findByText(/^Due .*, every 6 months$/)).toBeVisible()
  await undo(mounted)
  expect(await tasks.findByText(since)).toBeVisible()
  expect(model).toHaveValue('BFR-3690')
})

test('a viewer sees the tasks of an item without Done', async () => {
  const { server, projectID, itemID, newTask, show } = await openHome()
  await newTask('Change Water Filter', localDay(3))
  await addMember(server.services.db, projectID, 'casey', 'viewer')
  await show(`/edititem?itemID=${itemID}`, 'casey')
  const tasks = within(await screen.findByRole('region', { name: 'Tasks' }))
  expect(tasks.getByText(`Due ${dateInWords(localDay(3), 'en-US')}`)).toBeVisible()
  expect(tasks.queryByRole('button')).toBeNull()
})
