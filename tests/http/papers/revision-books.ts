import { createItem, filesJSON, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { issueRevision, listRevisions, type Revision } from '../../../src/shared/papers/revisions.api.ts'
import { HOUR } from '../../../src/server/platform/lib/clock.ts'
import { startWithMembers } from '../../support/members.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { subcategoryIDs, type Client } from '../../support/test-app.ts'

export const YEAR = 366 * 24 * HOUR
export const SAGE = { field1: 'Harrow & Vale Matte', field2: 'Dry Sage #B9C6B4', field3: 'HV-6102', field4: 'Eggshell' }
export const ELSEWHERE = { name: 'Oak Court', address: '1 Oak', city: 'Burlington', state: 'VT', zip: '05401' }

export const bytesOf = async (user: Client, remote: string): Promise<Buffer> => {
  const { statusCode, rawPayload } = await user.raw({ url: `/download/${remote}` })
  return statusCode === 200 ? rawPayload : Buffer.from(String(statusCode))
}
export const NOT_THERE = Buffer.from('404')

export const start = async () => {
  const started = await startWithMembers()
  const { owner, projectID } = started
  const kinds = {
    paint: await subcategoryIDs(owner, 'Kitchen', 'Paint', 'Wall Paint'),
    faucet: await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet'),
  }
  const issued = async (user: Client = owner) => (await user.must(listRevisions, { query: { projectID } })).revisions
  return {
    ...started,
    issued,
    newItem: async (kind: keyof typeof kinds, roomID: number, inputs: ItemInputs, files = filesJSON([])) =>
      (await owner.must(createItem, { body: { projectID, roomID, ...kinds[kind], inputs, files } })).itemID,
    /** Returns the revision as the list shows it. */
    issue: async (note = '', user: Client = owner): Promise<Revision> => {
      await user.must(issueRevision, { body: { projectID, note, size: 'letter' } })
      const [latest] = await issued(user)
      if (!latest) throw new Error('What has been issued is listed.')
      return latest
    },
  }
}

/** The margin of Letter paper between head and foot, which has change bars and triangles with the revision's number. */
const MARGIN = { x: 0, y: 70, width: 53, height: 670 }

export const bookOf = async (user: Client, { remote }: Revision) => {
  const book = await readPDF(await bytesOf(user, remote), [MARGIN])
  return {
    ...book,
    lines: book.pages.map(({ lines }) => lines),
    /** By page. */
    bars: book.pages.map(({ places }) => places[0]?.lines.length ?? 0),
    hasInkInMargin: book.pages.map(({ places }) => places[0]?.margins !== undefined),
  }
}

/** The text of the list of changes, from its heading on. */
export const changesIn = (lines: readonly string[], foot: string): string =>
  lines
    .slice(
      lines.findIndex((line) => line.startsWith('What changed since')),
      lines.findLastIndex((line) => line.startsWith(foot)),
    )
    .join(' ')
