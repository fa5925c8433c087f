import { Role } from '../../../src/shared/contract/roles.ts'
import { roomTypeID, startTestApp } from '../../support/test-app.ts'

export const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  return { ...started, admin, kitchen: await roomTypeID(admin, 'Kitchen') }
}
