import { expect, test } from 'vitest'
import { listItems } from '../../src/shared/items.ts'
import { listRooms } from '../../src/shared/rooms.ts'
import { listProjects } from '../../src/shared/projects.ts'
import { startTestApp } from '../support/test-app.ts'

test('a user keeps an item with a file in a room of a project', async () => {
  const { newUser } = await startTestApp()
  const user = await newUser()
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const [file] = await user.upload([{ name: 'manual "v2".pdf', bytes: Buffer.from('%PDF-1.4\n') }])
  await user.newItem(
    projectID,
    roomID,
    { field1: 'Castellan', field3: 'Satin brass' },
    JSON.stringify({ 'manual.pdf': file?.remote }),
  )
  const items = await user.must(listItems, { query: { roomID } })
  expect(items).toMatchObject([
    {
      catName: 'Plumbing',
      subCatName: 'Faucet',
      field1: 'Castellan',
      sample: 'metal #C59C50',
      attachments: [{ name: 'manual.pdf', filename: 'manual "v2".pdf', type: 'application/pdf', size: 9 }],
    },
  ])
  const rooms = await user.must(listRooms, { query: { projectID } })
  expect(rooms.rooms).toMatchObject([{ name: 'Kitchen', itemCount: 1, samples: ['metal #C59C50'] }])
  expect((await user.must(listProjects, {})).projects).toMatchObject([
    { roomCount: 1, itemCount: 1, roomItemCounts: [1] },
  ])
})
