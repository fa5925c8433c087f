import { inviteMember } from '../../src/shared/sharing/members.api.ts'
import { offerProject } from '../../src/shared/sharing/handover.api.ts'
import type { UnscopedDatabase } from '../../src/server/platform/db/access/unscoped.ts'
import { signIn, startTestApp, type Client } from './test-app.ts'

/** Adds a member to a project, or changes their right; returns their userID. */
export const addMember = async (
  db: UnscopedDatabase,
  project_id: number,
  username: string,
  role: 'editor' | 'viewer',
): Promise<number> => {
  const { id: user_id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('project_members')
    .values({ project_id, user_id, role })
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doUpdateSet({ role }))
    .execute()
  return user_id
}

/** A project with two rooms, its owner, an editor and a viewer. */
export const startWithMembers = async () => {
  const started = await startTestApp()
  const { services, newUser } = started
  const [owner, editor, viewer] = [await newUser('owner'), await newUser('editor'), await newUser('viewer')]
  const projectID = await owner.newProject('Maple Street')
  const hall = await owner.newRoom(projectID, 'Hall')
  const kitchen = await owner.newRoom(projectID, 'Kitchen')
  await addMember(services.db, projectID, 'editor', 'editor')
  await addMember(services.db, projectID, 'viewer', 'viewer')
  /** Signs in again after the clock was turned past the end of sessions. */
  const again = (username: string) => signIn(started.app, username)
  return { ...started, owner, editor, viewer, projectID, hall, kitchen, again }
}

/** Invites an unused address as Viewer. */
export const inviteSomebody = async (
  owner: Client,
  projectID: number,
  email = `kim-${projectID}@example.com`,
): Promise<{ invitationID: number; token: string }> => {
  const { invitationID, link } = await owner.must(inviteMember, { body: { projectID, email, may: 'read' } })
  return { invitationID, token: tokenOf(link) }
}

/** Includes everything. */
export const ALL_PARTS = { notes: true, files: true, history: true, members: true, links: true }

/** Offers a project with everything, by default to an unused address, and returns the token. */
export const offerSomebody = async (
  owner: Client,
  projectID: number,
  email = `buyer-${projectID}@example.com`,
): Promise<string> => {
  const body = { projectID, email, goes: ALL_PARTS, stays: false }
  return tokenOf((await owner.must(offerProject, { body })).link)
}

export const tokenOf = (link: string): string => new URL(link).hash.slice(1)

const TABLES = [
  ...(['projects', 'rooms', 'items', 'blobs', 'uploads', 'item_files', 'trash_entries'] as const),
  'project_invitations',
  'links',
  'tasks',
  'inbox_photos',
  'offers',
] as const

/** Every row of user data, of all users, including the trash. */
export const allRows = (db: UnscopedDatabase) =>
  Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()))

/** The same with the members. */
export const allRowsAndMembers = async (db: UnscopedDatabase) => [
  ...(await allRows(db)),
  await db.selectFrom('project_members').selectAll().orderBy('project_id').orderBy('user_id').execute(),
]
