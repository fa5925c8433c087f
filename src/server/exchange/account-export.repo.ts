import type { Actor } from '../platform/db/actor.ts'
import { atOneMoment, type Database } from '../platform/db/database.ts'
import { ownBrandings } from '../projects/branding.access.ts'
import { ownedLinks } from '../sharing/links/links.access.ts'
import { ownedProjects, ownedProjectsOrTemplates } from '../platform/db/access/core.ts'
import { getAccount } from '../identity/account/account.repo.ts'
import { listLinked } from '../identity/openid-connect/provider-accounts.repo.ts'
import { listKeys } from '../identity/api-keys/api-keys.repo.ts'
import { listPasskeys } from '../identity/passkeys/passkeys.repo.ts'
import { allMySecurityEvents } from '../identity/security-events/security-events.repo.ts'
import { findSecondFactor } from '../identity/second-factor/second-factor.repo.ts'

/** The actor's account and who else gets at their projects, as of one moment. No statement begins once `signal` is aborted. */
export const readExport = (db: Database, actor: Actor, now: string, signal: AbortSignal) =>
  atOneMoment(
    db,
    async (trx) => ({
      account: await getAccount(trx, actor),
      providers: await listLinked(trx, actor.userID),
      passkeys: await listPasskeys(trx, actor.userID),
      apiKeys: await listKeys(trx, actor),
      activity: await allMySecurityEvents(trx, actor),
      secondFactor: await findSecondFactor(trx, actor.userID),
      reminders: await trx
        .selectFrom('reminders')
        .where('user_id', '=', actor.userID)
        .select(['is_on', 'weekday', 'zone'])
        .executeTakeFirst(),
      brandings: await ownBrandings(trx, actor)
        .leftJoin('uploads', 'uploads.id', 'brandings.logo_upload_id')
        .leftJoin('blobs', 'blobs.id', 'uploads.blob_id')
        .select(['brandings.project_id', 'brandings.firm', 'brandings.phone', 'brandings.number', 'brandings.drawn_by'])
        .select(['uploads.original_name', 'uploads.created_at', 'blobs.storage_key', 'blobs.sha256', 'blobs.size'])
        .select('blobs.type')
        .orderBy('brandings.id')
        .execute(),
      projects: await ownedProjectsOrTemplates(trx, actor)
        .select(['projects.id', 'projects.name', 'projects.client', 'projects.address', 'projects.address2'])
        .select(['projects.city', 'projects.state', 'projects.zip', 'projects.created_at', 'projects.updated_at'])
        .select('projects.template')
        .orderBy('projects.id')
        .execute(),
      members: await ownedProjects(trx, actor)
        .innerJoin('project_members', 'project_members.project_id', 'projects.id')
        .innerJoin('users', 'users.id', 'project_members.user_id')
        .select(['projects.id as project_id', 'users.username', 'users.first_name', 'users.last_name'])
        .select('project_members.role')
        .orderBy('users.username')
        .execute(),
      offers: await ownedProjects(trx, actor)
        .innerJoin('offers', 'offers.project_id', 'projects.id')
        .select(['projects.id as project_id', 'offers.email', 'offers.word', 'offers.goes', 'offers.stays'])
        .select('offers.expires_at')
        .execute(),
      invitations: await ownedProjects(trx, actor)
        .innerJoin('project_invitations', 'project_invitations.project_id', 'projects.id')
        .where('project_invitations.expires_at', '>', now)
        .select(['projects.id as project_id', 'project_invitations.email', 'project_invitations.role'])
        .select('project_invitations.expires_at')
        .orderBy('project_invitations.id')
        .execute(),
      links: await ownedLinks(trx, actor)
        .select(['links.project_id', 'links.room_id', 'rooms.name as room', 'links.name', 'links.ends_at'])
        .select([
          'links.opened_at',
          'links.created_at',
          'links.hides_notes',
          'links.hides_files',
          'links.hides_positions',
        ])
        .select(['links.hidden_labels', 'links.scope'])
        .orderBy('links.id')
        .execute(),
      webhooks: await ownedProjects(trx, actor)
        .innerJoin('webhooks', 'webhooks.project_id', 'projects.id')
        .select(['webhooks.project_id', 'webhooks.address', 'webhooks.topics', 'webhooks.created_at', 'webhooks.ended'])
        .orderBy('webhooks.id')
        .execute(),
      labelNames: await trx.selectFrom('labels').select(['id', 'name']).execute(),
    }),
    signal,
  )

export type ExportRows = Awaited<ReturnType<typeof readExport>>
