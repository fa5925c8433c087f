import { partsOf, type Parts } from './project-file.ts'
import type { Client } from './test-app.ts'
import { unzip } from './zip.ts'

interface ExportedProject extends Parts, Record<string, unknown> {
  name: string
  /** The path of its project file. */
  file: string
  /** The contents of its project file. */
  entries: ReadonlyMap<string, Buffer>
}

interface AccountExport {
  entries: ReadonlyMap<string, Buffer>
  exportedAt: string
  account: Record<string, unknown>
  projects: ExportedProject[]
  /** roomfolio.json, unparsed. */
  text: string
}

export const readAccountExport = async (bytes: Buffer): Promise<AccountExport> => {
  const entries = await unzip(bytes)
  const text = entries.get('roomfolio.json')?.toString() ?? ''
  const document = JSON.parse(text) as Pick<AccountExport, 'exportedAt' | 'account' | 'projects'>
  const projects: ExportedProject[] = []
  for (const project of document.projects) {
    const projectFile = entries.get(project.file) ?? Buffer.of()
    projects.push({ ...project, ...(await partsOf(projectFile)), entries: await unzip(projectFile) })
  }
  return { ...document, entries, projects, text }
}

export const accountExportOf = async (client: Client): Promise<AccountExport> => {
  const response = await client.raw({ url: '/export' })
  if (response.statusCode !== 200) throw new Error(`GET /export answered ${response.statusCode}: ${response.body}`)
  return readAccountExport(response.rawPayload)
}
