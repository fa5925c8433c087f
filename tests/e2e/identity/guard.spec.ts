import { Role } from '../../../src/shared/contract/roles.ts'
import { expect, NIGHTLY, nightlyIf, test } from '../../support/e2e.ts'
import { PASSWORD, registerUser, type Server } from '../../support/e2e-server.ts'
import type { APIRequestContext, Page } from '@playwright/test'

/** The route table as the specification's sections 2 and 10 have it; `at` is where a page leads that misses its id. */
const PUBLIC = ['/', '/login', '/register', '/info', '/about', '/help', '/unauthorized']
const USER_OR_RESELLER = [
  { path: '/selectproject' },
  { path: '/projectsetup' },
  { path: '/account' },
  { path: '/trash' },
  { path: '/editproject', at: '/selectproject' },
  { path: '/projecthome', at: '/selectproject' },
  { path: '/createroom', at: '/selectproject' },
  { path: '/createitem', at: '/selectproject' },
  { path: '/roomitems', at: '/selectproject' },
  { path: '/edititem', at: '/selectproject' },
]
const ADMIN_OR_RESELLER = [
  { path: '/test_time' },
  { path: '/admin/home' },
  { path: '/admin/editroom', at: '/admin/home' },
  { path: '/admin/structure' },
]
const ADMIN = [{ path: '/admin/people' }, { path: '/admin/overview' }]

const VISITORS = [
  {
    name: 'a User',
    roles: [Role.User],
    opens: { projects: true, structure: false, people: false },
    landing: '/selectproject',
  },
  {
    name: 'a Reseller',
    roles: [Role.Reseller],
    opens: { projects: true, structure: true, people: false },
    landing: '/selectproject',
  },
  {
    name: 'an Admin only',
    roles: [Role.Admin],
    opens: { projects: false, structure: true, people: true },
    landing: '/admin/home',
  },
  {
    name: 'User and Admin',
    roles: [Role.User, Role.Admin],
    opens: { projects: true, structure: true, people: true },
    landing: '/selectproject',
  },
] as const

const userWith = async (server: Server, request: APIRequestContext, roles: readonly Role[]): Promise<string> => {
  const name = await registerUser(request)
  for (const role of roles) if (role !== Role.User) server.setRole('grant', name, role)
  if (!roles.includes(Role.User)) server.setRole('revoke', name, Role.User)
  return name
}

const logIn = async (page: Page, name: string) => {
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Waits for the screen, not for the frame around it. */
const expectScreen = async (page: Page, path: string) => {
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

// Proves 2.4
test('an anonymous visitor opens what is public, and is asked to log in for everything else', async ({ page }) => {
  for (const path of PUBLIC) {
    await page.goto(path)
    await expectScreen(page, path)
  }
  for (const { path } of [...USER_OR_RESELLER, ...ADMIN_OR_RESELLER, ...ADMIN]) {
    await page.goto(path)
    await expectScreen(page, '/login')
  }
})

for (const { name, roles, opens, landing } of VISITORS) {
  // Proves 1.5, 2.5, 2.6, 2.8, 6.2, 6.3, 9.8
  test(
    `${name} opens just the pages of the route table and lands where they belong`,
    nightlyIf(name === 'a Reseller' || name === 'User and Admin'),
    async ({ page, request, server }) => {
      const user = await userWith(server, request, roles)
      await page.goto('/login')
      await logIn(page, user)
      await expectScreen(page, landing)

      const rows = [
        ...PUBLIC.filter((path) => path !== '/login').map((path) => ({ path, at: path, open: true })),
        { path: '/login', at: landing, open: true },
        ...USER_OR_RESELLER.map((row) => ({ at: row.path, ...row, open: opens.projects })),
        ...ADMIN_OR_RESELLER.map((row) => ({ at: row.path, ...row, open: opens.structure })),
        ...ADMIN.map((row) => ({ at: row.path, ...row, open: opens.people })),
      ]
      for (const { path, at, open } of rows) {
        await page.goto(path)
        await expectScreen(page, open ? at : '/unauthorized')
      }
    },
  )
}

test('a detour replaces the history entry, so that Back leads out of it', async ({ page, user }) => {
  expect(user.name).toBeTruthy()
  await page.goto('/about')
  await page.goto('/admin/home')
  await expectScreen(page, '/unauthorized')
  await page.goBack()
  await expectScreen(page, '/about')
})

// Proves 2.9
test('after Log Out no place is remembered', NIGHTLY, async ({ page, request, server }) => {
  const name = await userWith(server, request, [Role.User])
  await page.goto('/projectsetup')
  await logIn(page, name)
  await expectScreen(page, '/projectsetup')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expectScreen(page, '/')
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await logIn(page, name)
  await expectScreen(page, '/selectproject')
})

// Proves 2.8
test('a role that is taken away counts at the next page', async ({ page, request, server, expectedErrors }) => {
  expectedErrors.push(/403/)
  const name = await userWith(server, request, [Role.User])
  await page.goto('/login')
  await logIn(page, name)
  await expectScreen(page, '/selectproject')
  server.setRole('revoke', name, Role.User)
  await page.getByRole('link', { name: 'Create New Project' }).first().click()
  await page.getByRole('link', { name: 'My Projects' }).click()
  await expectScreen(page, '/unauthorized')
})
