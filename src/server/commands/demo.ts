import { createSampleProject } from '../../shared/projects/projects.api.ts'
import { login, register } from '../../shared/identity/auth.api.ts'
import { publicPathOf } from '../config.ts'
import { configOrExit, orExit } from './operator-errors.ts'
import { firstAdminCode } from '../identity/people/first-admin.repo.ts'
import { startServer, whereThingsAre } from '../start.ts'

const ACCOUNT = { user: 'demo', pwd: 'room by room' }
const INPUTS = {
  email: 'demo@roomfolio.example',
  phone: '(555) 010-0100',
  first: 'Robin',
  last: 'Sample',
  address: '418 Maple Street',
  city: 'Burlington',
  state: 'VT',
  zip: '05401',
}

/** A separate installation with an account and the sample project. */
const config = configOrExit({
  ...process.env,
  DATA_DIR: process.env.DEMO_DATA_DIR ?? './data/demo',
  DATABASE_URL: undefined,
  FILE_STORE: undefined,
  BACKUP_EVERY_HOURS: undefined,
})
const { app, address, services } = await orExit(startServer(config))

// Through the API, so the demo is like a user's own data. On a second start both exist already.
const created = await app.inject({
  method: register.method,
  url: publicPathOf(config) + register.path,
  payload: {
    ...ACCOUNT,
    inputs: INPUTS,
    ...(config.firstAdminNeedsCode && { code: await firstAdminCode(services.db) }),
  },
})
const session = await app.inject({ method: login.method, url: publicPathOf(config) + login.path, payload: ACCOUNT })
if (created.statusCode === 201) {
  const { accessToken } = session.json<{ accessToken: string }>()
  await app.inject({
    method: createSampleProject.method,
    url: publicPathOf(config) + createSampleProject.path,
    headers: { authorization: `Bearer ${accessToken}` },
  })
}

console.log(`\nThe Roomfolio demo is running at ${address.replace('127.0.0.1', 'localhost')}${publicPathOf(config)}`)
for (const line of whereThingsAre(config)) console.log(`  ${line}`)
console.log(`  Log in as "${ACCOUNT.user}" with the password "${ACCOUNT.pwd}".`)
