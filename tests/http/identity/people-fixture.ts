import { listUsers, type Person } from '../../../src/shared/identity/people.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { Client, startTestApp } from '../../support/test-app.ts'

export const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp(config)
  const admin = await started.newUser('admin', [Role.Admin])
  return { ...started, admin }
}

export const find = async (admin: Client, search?: string): Promise<Person[]> =>
  (await admin.must(listUsers, { query: { ...(search !== undefined && { search }) } })).users

export const idOf = async (admin: Client, username: string): Promise<number> => {
  const found = (await find(admin, username)).find((person) => person.username === username)
  if (!found) throw new Error(`There is no user "${username}".`)
  return found.userID
}
