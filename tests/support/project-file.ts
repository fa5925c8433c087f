import { createHash } from 'node:crypto'
import type { importProject } from '../../src/shared/exchange/project-file.api.ts'
import type { ResponseOf } from '../../src/shared/contract/endpoint.ts'
import type { ProblemBody } from '../../src/shared/contract/problem.ts'
import { ZipWriter } from '../../src/server/platform/lib/zip-writer.ts'
import { multipart, type Client } from './test-app.ts'
import { unzip } from './zip.ts'

export const projectFileOf = async (client: Client, projectID: number): Promise<Buffer> => {
  const response = await client.raw({ url: `/export?projectID=${projectID}` })
  if (response.statusCode !== 200) throw new Error(`GET /export answered ${response.statusCode}: ${response.body}`)
  return response.rawPayload
}

type Imported = ResponseOf<typeof importProject>
type Refused = ProblemBody & { report?: Imported['report'] }

export const sendProjectFile = async (
  client: Client,
  bytes: Buffer,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Imported; problem: Refused }> => {
  const form = multipart([{ name: 'project.zip', bytes }])
  const url = `/importproject${query}`
  const response = await client.raw({ method: 'PUT', url, ...form, headers: { ...form.headers, ...headers } })
  return { status: response.statusCode, body: response.json(), problem: response.json() }
}

export const mustImport = async (client: Client, bytes: Buffer): Promise<Imported> => {
  const { status, body } = await sendProjectFile(client, bytes)
  if (status !== 201) throw new Error(`PUT /importproject answered ${status}: ${JSON.stringify(body)}`)
  return body
}

type Entries = readonly (readonly [name: string, bytes: Buffer | string])[]

/** A ZIP of these entries in this order, with any names. */
export const zipOf = async (entries: Entries): Promise<Buffer> => {
  const parts: Buffer[] = []
  const zip = new ZipWriter(async (bytes) => void parts.push(bytes))
  for (const [name, bytes] of entries) {
    await zip.add(name, Buffer.from(bytes), { method: 'compressed', time: new Date() })
  }
  await zip.end()
  return Buffer.concat(parts)
}

export interface Parts {
  head: Record<string, unknown>
  lines: Record<string, unknown>[]
  files: Map<string, Buffer>
}

/** The contents of a project file. */
export const partsOf = async (bytes: Buffer): Promise<Parts> => {
  const entries = await unzip(bytes)
  const textOf = (name: string) => entries.get(name)?.toString() ?? ''
  return {
    head: JSON.parse(textOf('project.json')) as Parts['head'],
    lines: textOf('contents.jsonl')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Parts['lines'][number]),
    files: new Map([...entries].filter(([name]) => name.includes('/'))),
  }
}

/** The entries of a project file with these parts and the correct hash. */
export const entriesOf = ({ head, lines, files }: Parts, contents = linesOf(lines)): [string, Buffer][] => {
  const told = { size: contents.length, sha256: createHash('sha256').update(contents).digest('hex') }
  return [
    ...files,
    ['contents.jsonl', contents],
    ['project.json', Buffer.from(JSON.stringify({ ...head, contents: told }))],
  ]
}
const linesOf = (lines: Parts['lines']): Buffer =>
  Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
