import { readFile } from 'node:fs/promises'
import { readSheet, type Matching } from '../../../src/shared/exchange/sheets.api.ts'
import type { ItemInputs } from '../../../src/shared/items/items.api.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'

export const uploaded = async (client: Client, bytes: Buffer | string, name = 'finishes.csv') => {
  const [file] = await client.upload([{ name, bytes: Buffer.from(bytes) }])
  return file?.remote ?? ''
}

/** Uploads a table and takes its columns as the server proposes them. */
export const matched = async (client: Client, projectID: number, bytes: Buffer | string, name?: string) => {
  const remote = await uploaded(client, bytes, name)
  const sheet = await client.must(readSheet, { body: { projectID, remote } })
  const columns = sheet.columns.map(({ is, name: label }) => ({ is, ...(label !== undefined && { name: label }) }))
  return { sheet, body: { projectID, remote, columns, fillDown: sheet.hasGaps } satisfies Matching }
}

export const csvOf = (...rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

export const download = async (client: Client, projectID: number, format: 'csv' | 'xlsx') =>
  (await client.raw({ url: `/sheet?projectID=${projectID}&format=${format}` })).rawPayload

export const startWithProject = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  return { ...started, robin, projectID }
}

export const startWithKitchen = async () => {
  const started = await startWithProject()
  const { robin, projectID } = started
  const roomID = await robin.newRoom(projectID, 'Kitchen')
  const newFaucet = (inputs: ItemInputs) => robin.newItem(projectID, roomID, inputs)
  return { ...started, roomID, newFaucet }
}

export const caseOf = (name: string) => readFile(`tests/cases/sheets/${name}.csv`)

export const filesOf = (item: { files: string } | undefined) =>
  Object.entries(JSON.parse(item?.files ?? '{}') as Record<string, string>).map(([name, remote]) => ({ name, remote }))
