import { filesJSON } from '../../../src/shared/items/items.api.ts'
import { startTestApp, type Client, type TestFile, IN_FOLDER } from '../../support/test-app.ts'

export const attach = async (client: Client, projectID: number, roomID: number, files: readonly TestFile[]) => {
  const uploaded = await client.upload(files)
  const map = filesJSON(uploaded.map(({ filename, remote }) => ({ name: filename, remote })))
  return client.newItem(projectID, roomID, { field1: 'Castellan' }, map)
}

export const text = (name: string, content = `content of ${name}`): TestFile => ({ name, bytes: Buffer.from(content) })

/** A user with a project and a room. */
export const startWithRoom = async () => {
  const started = await startTestApp(IN_FOLDER)
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  return { ...started, robin, projectID, roomID }
}
