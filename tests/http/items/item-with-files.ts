import { addItemFiles, getItem, updateItem, type FileEntry } from '../../../src/shared/items/items.api.ts'
import { startTestApp } from '../../support/test-app.ts'

export const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

/** A user with an item in the kitchen, and a function that uploads files. */
export const startWithItem = async () => {
  const started = await startTestApp()
  const user = await started.newUser()
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan' })
  const read = () => user.must(getItem, { query: { itemID } })
  return {
    ...started,
    db: started.services.db,
    user,
    projectID,
    roomID,
    itemID,
    read,
    names: async () => (await read()).attachments.map(({ name }) => name),
    /** The remotes of new uploads, one per name. */
    uploaded: async (...names: string[]): Promise<string[]> => {
      const files = await user.upload(names.map((name) => ({ name, bytes: Buffer.from(`bytes of ${name}`) })))
      return files.map(({ remote }) => remote)
    },
    /** Saves these files on the item. */
    setFiles: (files: string | null) => user.call(updateItem, { body: { itemID, inputs: {}, files } }),
    attach: (files: FileEntry[]) => user.call(addItemFiles, { body: { itemID, files } }),
  }
}

export const entries = (remotes: readonly string[], ...names: string[]): FileEntry[] =>
  names.map((name, at) => ({ name, remote: remotes[at] ?? '' }))

export const gone = (name: string) => ({
  statusCode: 404,
  error: 'Not Found',
  code: 'file_not_found',
  message: `The file "${name}" no longer exists. Add it again.`,
  fields: { files: `The file "${name}" no longer exists. Add it again.` },
})
