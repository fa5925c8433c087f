import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, onTestFinished, test } from 'vitest'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { createKey } from '../../../src/shared/identity/api-keys.api.ts'
import { PASSWORD, roomTypeID, startTestApp } from '../../support/test-app.ts'

/** What somebody writes on top of the generated types, who knows nothing but the document. */
const SCRIPT = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

export const addFaucet = async (baseUrl: string, key: string, projectID: number, roomType: number): Promise<Item> => {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${key}\` } })
  const room = await client.PUT('/createroom', { body: { projectID, roomType, roomName: 'Kitchen' } })
  const structure = await client.GET('/roomstructure', { params: { query: { roomType } } })
  if (!room.data || !structure.data) throw new Error((room.error ?? structure.error)?.message)
  const [catID = '', category] =
    Object.entries(structure.data).find(([, { parentCatName }]) => parentCatName === 'Plumbing') ?? []
  const subcatID = category?.subcatList[category.subcatNameList.indexOf('Faucet')] ?? 0
  const inputs: components['schemas']['ItemInput'] = { field1: 'Harrow & Vale', notes: 'By a generated client' }
  const { roomID } = room.data
  const made = await client.PUT('/item', { body: { projectID, roomID, catID: Number(catID), subcatID, inputs } })
  if (!made.data) throw new Error(made.error.message)
  const item = await client.GET('/item', { params: { query: { itemID: made.data.itemID } } })
  if (!item.data) throw new Error(item.error.message)
  return item.data
}
type Item = components['schemas']['Item']

// @ts-expect-error An item has no such member.
export const wrong = ({ color }: Item) => color
`

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  skipLibCheck: true,
}

test('a client generated from the documentation compiles and creates an item, and its types have names', async () => {
  const { app, newUser } = await startTestApp()
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const { key } = await robin.must(createKey, { body: { name: 'Script', writes: true, currentPass: PASSWORD } })
  const roomType = await roomTypeID(robin, 'Kitchen')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })

  const document = await (await fetch(`${origin}/openapi.json`)).text()
  const types = astToString(await openapiTS(document))
  // 32,117 before shapes had names.
  expect(types.split('\n').length).toBeLessThan(17_000)
  // In the repository, where the client finds its library.
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(join('.cache', 'generated-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = join(folder, 'script.ts')
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'api.d.ts'), types)
  writeFileSync(script, SCRIPT)
  const program = ts.createProgram([script], OPTIONS)
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([])
  program.emit()

  const built = pathToFileURL(join(folder, 'script.js')).href
  const { addFaucet } = (await import(/* @vite-ignore */ built)) as {
    addFaucet: (origin: string, key: string, projectID: number, roomType: number) => Promise<{ itemID: number }>
  }
  const made = await addFaucet(origin, key, projectID, roomType)
  expect(made).toMatchObject({ roomName: 'Kitchen', subcatName: 'Faucet', note: 'By a generated client' })
  expect(await robin.must(getItem, { query: { itemID: made.itemID } })).toEqual({ ...made, may: 'own' })
})
