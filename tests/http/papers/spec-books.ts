import { expect } from 'vitest'
import { createItem, filesJSON, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

export const SAGE = {
  field1: 'Harrow & Vale Matte',
  field2: 'Dry Sage #B9C6B4',
  field3: 'HV-6102',
  field4: 'Eggshell',
  field5: 'All walls',
  field6: '2026-02-22',
}

export const OF_DANA = {
  ...{ name: 'Maple Street', client: 'Dana Sample', address: '12 Elm Street', address2: '' },
  ...{ city: 'Burlington', state: 'VT', zip: '05401' },
}

export const startWithHome = async () => {
  const started = await startTestApp({ publicURL: 'https://homes.example.com' })
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const hall = await robin.newRoom(projectID, 'Hall')
  const kitchen = await robin.newRoom(projectID, 'Kitchen')
  const kinds = {
    paint: await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint'),
    faucet: await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Faucet'),
  }
  const newItem = async (kind: keyof typeof kinds, roomID: number, inputs: ItemInputs, files = filesJSON([])) =>
    (await robin.must(createItem, { body: { projectID, roomID, ...kinds[kind], inputs, files } })).itemID
  return { ...started, robin, projectID, hall, kitchen, kinds, newItem }
}

export const paperOf = async (client: Client, asked: Record<string, string | number>) => {
  const response = await client.raw({ url: `/paper?${new URLSearchParams(asked as Record<string, string>)}` })
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return { bytes: response.rawPayload, ...(await readPDF(response.rawPayload)) }
}
export const bookOf = (client: Client, asked: Record<string, string | number>) =>
  paperOf(client, { kind: 'book', ...asked })

export type Book = Awaited<ReturnType<typeof bookOf>>
export const linesOf = ({ pages }: Book) => pages.flatMap(({ lines }) => lines)
export const figuresOn = ({ pages }: Book) => pages.map(({ roles }) => roles.filter((role) => role === 'Figure').length)

/** The lines of the page that the table of contents gives for a part. */
export const pageOf = ({ pages }: Book, part: string) => {
  const lines = pages[1]?.lines ?? []
  // Its name, its count and the page number.
  const number = Number(lines[lines.indexOf(part) + 2])
  return pages[number - 1]?.lines ?? []
}
