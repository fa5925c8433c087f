import type { FastifyBaseLogger } from 'fastify'
import { sortedBy } from '../../shared/contract/order.ts'
import { AppError } from '../platform/http/app-error.ts'
import { isoTime } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { parseJSON } from '../platform/db/engine.ts'
import { ownedProjectsOrTemplates } from '../platform/db/access/core.ts'
import { zipOfFiles, type FileInZip, type SentZip } from '../attachments/zip-of-files.ts'
import { groupBy } from '../platform/lib/group-by.ts'
import { openProjectFile } from './project-file/export-project.service.ts'
import type { Services } from '../services.ts'
import { readExport, type ExportRows } from './account-export.repo.ts'
import { fullName } from '../identity/account/full-name.ts'
import { folderNames } from '../platform/lib/safe-name.ts'

const README = `Your data in Roomfolio

projects/       A project file for each of your projects, with its rooms, items, files, tasks, photo inbox, issued
                revisions and history. You can open each file as a ZIP, and import it into any Roomfolio server:
                My Projects, Import a Project.
templates/      The same for each of your templates. Importing one creates a project.
branding/       The logos that your papers and links show.
roomfolio.json  Your account with its reminders and recent activity. For each project: its members, invitations,
                read-only links, webhooks, and open offer.
MISSING.txt     Files that are missing or damaged on the server, if there are any.

Characters that some systems don’t allow in names are replaced by _.
Not included: your password, the trash, your API keys, the secret of your second factor, the secrets of your webhooks,
the addresses of your read-only links and invitations, and uploads that are neither on an item nor in a photo inbox.
Spec books are in the files of Download Project.
Times are in UTC.
`

/** What the firm puts on papers, by project id, null for that of the account; and its logos as files of the ZIP. */
const brandingsOf = ({ brandings }: ExportRows) => {
  const nameIn = folderNames()
  const logos: FileInZip[] = []
  const texts = new Map<number | null, object>()
  for (const { project_id, firm, phone, number, drawn_by: drawnBy, ...logo } of brandings) {
    const { original_name: name, created_at, storage_key: storageKey, sha256, size, type } = logo
    const isThere = name !== null && created_at !== null && storageKey !== null && sha256 !== null && size !== null
    const path = isThere ? `branding/${nameIn(name)}` : null
    if (isThere && path !== null)
      logos.push({
        path,
        storageKey,
        sha256,
        size,
        type: type ?? '',
        storedAt: new Date(created_at),
        withoutPosition: false,
      })
    texts.set(project_id, { firm, phone, number, drawnBy, logo: path })
  }
  return { texts, logos }
}

type ProjectRow = ExportRows['projects'][number]

/** Describes a project beside its project file. */
const openDescriptions = ({ members, invitations, links, webhooks, offers, labelNames }: ExportRows) => {
  const membersOf = groupBy(members, (member) => member.project_id)
  const invitationsOf = groupBy(invitations, (invitation) => invitation.project_id)
  const webhooksOf = groupBy(webhooks, (webhook) => webhook.project_id)
  const linksOf = groupBy(links, (link) => link.project_id)
  const nameOfLabel = new Map(labelNames.map(({ id, name }) => [id, name]))
  const offerOf = new Map(offers.map((offer) => [offer.project_id, offer]))
  const listed = <T>(name: string, list: readonly T[]) => (list.length > 0 ? { [name]: list } : {})

  return ({ id, template, created_at: createdAt, updated_at: updatedAt, ...project }: ProjectRow, file: string) => {
    const offer = offerOf.get(id)
    return {
      projectID: id,
      ...(template === 1 && { template: true }),
      ...project,
      file,
      ...listed(
        'members',
        membersOf(id).map(({ role, ...user }) => ({
          ...{ username: user.username, name: fullName(user), role },
        })),
      ),
      ...listed(
        'invitations',
        invitationsOf(id).map(({ email, role, expires_at: until }) => ({ to: email, role, until })),
      ),
      ...listed(
        'links',
        linksOf(id).map((link) => ({
          ...{ name: link.name, roomID: link.room_id, room: link.room, scope: parseJSON(link.scope) },
          ...{ endsAt: link.ends_at, openedAt: link.opened_at },
          hides: {
            ...{ notes: link.hides_notes === 1, files: link.hides_files === 1 },
            positions: link.hides_positions === 1,
            labels: parseJSON(link.hidden_labels).flatMap((labelID) => nameOfLabel.get(labelID) ?? []),
          },
          createdAt: link.created_at,
        })),
      ),
      ...listed(
        'webhooks',
        webhooksOf(id).map(({ address, topics, created_at, ended }) => ({
          ...{ address, topics: parseJSON(topics), createdAt: created_at, ended },
        })),
      ),
      ...(offer && {
        offer: {
          ...{ to: offer.email, word: offer.word, goes: parseJSON(offer.goes), stays: offer.stays === 1 },
          until: offer.expires_at,
        },
      }),
      createdAt,
      updatedAt,
    }
  }
}

/** What `work` gives, or undefined if the project was deleted or handed over during the export. */
const unlessGone = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  })

/**
 * The user's data as a ZIP. Rejects before anything is sent where the account cannot be read, and once `signal` is aborted.
 * Projects are read one after the other while the ZIP is sent.
 */
export const exportZip = async (
  services: Services,
  actor: Actor,
  log: FastifyBaseLogger,
  signal: AbortSignal,
): Promise<SentZip> => {
  const { db, clock } = services
  const exportedAt = isoTime(clock)
  const rows = await readExport(db, actor, exportedAt, signal)
  const { account: stored, providers, passkeys, apiKeys, secondFactor, reminders, activity } = rows
  const { texts: brandings, logos } = brandingsOf(rows)
  const describe = openDescriptions(rows)
  return zipOfFiles(services, actor, log, async ({ addText, addZip, addFiles }) => {
    await addText('README.txt', [README])
    const nameIn = { projects: folderNames(), templates: folderNames() }
    const projects: object[] = []
    for (const project of sortedBy(rows.projects, ({ name }) => name)) {
      const how = { signal, projectsOf: ownedProjectsOrTemplates, book: undefined }
      const opened = await unlessGone(openProjectFile(services, actor, project.id, how))
      if (!opened) continue
      const folder = project.template === 1 ? 'templates' : 'projects'
      const file = `${folder}/${nameIn[folder](project.name)}.zip`
      await addZip(file, opened.addAll)
      const branding = brandings.get(project.id)
      projects.push({ ...describe(project, file), ...(branding && { branding }) })
    }
    // Written one after the other, and what is missing is listed.
    for await (const _ of addFiles(logos, async () => signal.throwIfAborted()));
    const branding = brandings.get(null)
    const account = {
      ...{ ...stored, roles: JSON.parse(stored.roles) as unknown },
      ...(providers.length > 0 && { providers }),
      ...(passkeys.length > 0 && { passkeys }),
      ...(apiKeys.length > 0 && { apiKeys }),
      ...(secondFactor && { secondFactorSince: secondFactor.since }),
      ...(branding && { branding }),
      ...(activity.length > 0 && { activity }),
      ...(reminders && {
        reminders: { isOn: reminders.is_on === 1, weekday: reminders.weekday, timeZone: reminders.zone },
      }),
    }
    await addText('roomfolio.json', [`${JSON.stringify({ exportedAt, account, projects }, null, 2)}\n`])
  })
}
