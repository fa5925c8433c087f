import { filesJSON, updateItemFile } from '../../../src/shared/items/items.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { deletePermanently, listTrash } from '../../../src/shared/history/trash.api.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'

export const NOBODYS = Number.MAX_SAFE_INTEGER

/** A kitchen with a faucet that has two files; the second is its first picture and has a caption. */
export const startWithFaucet = async () => {
  const started = await startTestApp()
  const { newUser, services } = started
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const [manual, picture] = await robin.upload([
    { name: 'manual.txt', bytes: Buffer.from('Turn the lever.') },
    { name: 'faucet.png', bytes: await pictureOf('red', 'png') },
  ])
  if (!manual || !picture) throw new Error('Two files were sent.')
  const files = filesJSON([
    { name: 'manual.txt', remote: manual.remote },
    { name: 'faucet.png', remote: picture.remote },
  ])
  const inputs = { field1: 'Castellan', field3: 'Brass', notes: 'left of the sink' }
  const itemID = await robin.newItem(projectID, roomID, inputs, files)
  await robin.must(updateItemFile, {
    body: { itemID, remote: picture.remote, inputs: { caption: 'As built', before: manual.remote } },
  })
  const { db } = services
  const countBlobs = async () => (await db.selectFrom('blobs').select('id').execute()).length
  return {
    ...started,
    db,
    robin,
    projectID,
    roomID,
    itemID,
    manual: manual.remote,
    picture: picture.remote,
    countBlobs,
  }
}

export const bytesOf = async (user: Client, remote: string) => {
  const { statusCode, body } = await user.raw({ url: `/download/${remote}` })
  return statusCode === 200 ? body : statusCode
}

/** The ids of the items found by a search. */
export const found = async (user: Client, q: string): Promise<number[]> =>
  (await user.must(search, { query: { q } })).groups.flatMap(({ rooms }) =>
    rooms.flatMap(({ items }) => items.map(({ itemID }) => itemID)),
  )

export const deleteThroughTrash = async (user: Client, name: string): Promise<void> => {
  const entry = (await user.must(listTrash, {})).find((each) => each.name === name)
  await user.must(deletePermanently, { query: { trashID: entry?.trashID ?? 0 } })
}
