import { expect } from 'vitest'
import { createItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

export const ONE_MAKER = { alone: 'It stops, replaces or counts the typesetters of one server.' }

export const startWithHall = async (how: Parameters<typeof startTestApp>[1] = {}) => {
  const started = await startTestApp({ publicURL: 'https://homes.example.com' }, how)
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const roomID = await robin.newRoom(projectID, 'Hall')
  const ids = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
  const newPaint = async (inputs: ItemInputs, room = roomID) =>
    (await robin.must(createItem, { body: { projectID, roomID: room, ...ids, inputs } })).itemID
  return { ...started, robin, projectID, roomID, ids, newPaint }
}

export const SAGE = {
  field1: 'Harrow & Vale Matte',
  field2: 'Dry Sage #B9C6B4',
  field3: 'HV-6102',
  field4: 'Eggshell',
  field5: 'All walls',
  field6: '2026-02-22',
}

export const paperOf = async (client: Client, asked: Record<string, string | number>, headers = {}) => {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  return client.raw({ url: `/paper?${query}`, headers })
}
export const read = async (...asked: Parameters<typeof paperOf>) => {
  const response = await paperOf(...asked)
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return { response, pdf: await readPDF(response.rawPayload) }
}

export const [INCH, MM] = [72, 72 / 25.4]
