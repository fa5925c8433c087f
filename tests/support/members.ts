import type { WholeDatabase } from '../../src/server/db/whole.ts'

/** Makes a user a member of somebody's project, or changes what they may do there. */
export const addMember = async (
  db: WholeDatabase,
  project_id: number,
  username: string,
  role: 'editor' | 'viewer',
): Promise<void> => {
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
}

const TABLES = ['projects', 'rooms', 'items', 'blobs', 'uploads', 'item_files', 'trash_entries'] as const

/** Every row of what people keep, of all users, the trash included. */
export const allRows = (db: WholeDatabase) =>
  Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()))
