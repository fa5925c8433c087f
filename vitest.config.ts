import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const SECOND = 1000
const ROUTER = join(import.meta.dirname, 'node_modules/react-router/dist/production')
const TWO_MINUTES = 120 * SECOND
/** A time-out only ends a test that hangs: no verdict depends on how fast the machine is. `npm run test:all` tries more in each test. */
const PATIENCE = process.env['TEST_DEPTH'] === 'full' ? 4 : 1
const HTTP = ['tests/http/**/*.test.ts', 'src/server/**/*.http.test.ts']
/** Kills, faults, commands and load: `npm run test:all`. Those in `once` need no database under test. */
const NIGHTLY = ['tests/nightly/*.test.ts']
const NIGHTLY_ONCE = ['tests/nightly/once/*.test.ts']

/**
 * What `npm test` runs on PostgreSQL too, each file with the reason by the rule in CONTRIBUTING.md. `npm run test:all` runs
 * all files.
 */
const ON_POSTGRES_TOO = [
  ...Object.keys({
    'platform/access-matrix': 'access',
    'identity/account': 'uniqueness',
    'history/activity': 'numberInJSON',
    'admin/backup': 'nextID',
    'attachments/bytes-removal': 'forUpdate',
    'attachments/equal-bytes': 'forUpdate',
    'identity/change-password': 'locks',
    'identity/delete-account': 'locks',
    'items/emergency': 'withoutIndex',
    'history/events': 'transactions',
    'identity/first-admin': 'locks',
    'platform/first-version': 'migrations',
    'upkeep/handover-checklist': 'fits',
    'platform/idempotency': 'locks',
    'items/inbox': 'forUpdate',
    'items/inbox-to-item': 'forUpdate',
    'items/item-file-changes': 'forUpdate',
    'items/item-files': 'jsonMapText',
    'items/items': 'jsonObject',
    'admin/jobs': 'tryAdvisoryLock',
    'structure/labels': 'uniqueness',
    'structure/labels-concurrency': 'forShare',
    'sharing/members': 'forUpdate',
    'admin/metrics': 'pool',
    'platform/migrations': 'migrations',
    'items/move-rooms': 'forShare',
    'items/move-rooms-undo': 'forShare',
    'platform/new-databases': 'fixtures',
    'admin/overview': 'databaseBytes',
    'identity/people': 'contains',
    'projects/plan-limit': 'takeAdvisoryLock',
    'platform/plans': 'plans',
    'projects/projects': 'uniqueness',
    'identity/registration': 'takeAdvisoryLock',
    'upkeep/reminder-mailboxes': 'plans',
    'upkeep/reminders': 'rowsOfJSON',
    'identity/roles-and-locks': 'locks',
    'structure/room-type-contents': 'forShare',
    'projects/rooms': 'timeValue',
    'search/search': 'lookedUpEach',
    'search/search-access': 'lookedUpEach',
    'identity/openid-connect': 'locks',
    'identity/second-factor': 'locks',
    'identity/sessions': 'locks',
    'history/shared-trash': 'locks',
    'platform/statements': 'plans',
    'attachments/storage': 'locks',
    'structure/structure': 'uniqueness',
    'upkeep/tasks': 'forUpdate',
    'identity/throttling': 'takeAdvisoryLock',
    'items/titles': 'numbered',
    'history/trash-concurrency': 'forUpdate',
    'history/trash-permanent-deletion': 'locks',
    'history/undo': 'forUpdate',
    'upkeep/upcoming': 'firstFitting',
    'platform/upgrade': 'migrations',
    'search/item-tokens': 'putItemWords',
  }).map((name) => `tests/http/${name}.test.ts`),
  'src/server/**/*.http.test.ts',
]

interface Http {
  database: 'sqlite' | 'postgres'
  include: string[]
  servers?: number
  timeout?: number
}

/** tests/support reads TEST_DATABASE and TEST_SERVERS to open the database and the servers. */
const http = (name: string, { database, include, servers = 1, timeout = 60 * SECOND * PATIENCE }: Http) => ({
  extends: true as const,
  test: {
    name,
    include,
    env: { TEST_DATABASE: database, TEST_SERVERS: String(servers) },
    isolate: false,
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout: timeout - 10 * SECOND, interval: 5 } },
    // The second server has its modules from a build, which is loaded as it is.
    server: { deps: { external: [/\/\.cache\/programs-/] } },
    globalSetup: [
      'tests/support/build-programs.ts',
      ...(database === 'postgres' ? ['tests/support/remove-databases.ts'] : []),
    ],
  },
})

export default defineConfig({
  plugins: [
    {
      // What `import.meta.glob` finds changes without its module; Vitest notices calls without type arguments alone.
      name: 'do-not-cache-globs',
      configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
        define(({ sourceCode }) => (sourceCode.includes('import.meta.glob<') ? false : undefined)),
    },
  ],
  test: {
    // Transformed modules stay for later runs: a component test starts twice as fast.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(import.meta.dirname, '.cache/vitest') },
    pool: 'threads',
    // scripts/test.mjs runs two steps at a time, on two cores.
    maxWorkers: 1,
    testTimeout: 30 * SECOND * PATIENCE,
    hookTimeout: 60 * SECOND * PATIENCE,
    allowOnly: false,
    slowTestThreshold: 2000,
    expect: { requireAssertions: true, poll: { timeout: 25 * SECOND, interval: 5 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/stores/*.test.ts', 'sample-project/*.test.ts'],
          exclude: HTTP,
          isolate: false,
          globalSetup: 'tests/support/build-programs.ts',
        },
      },
      {
        extends: true,
        plugins: [react()],
        resolve: {
          // By their names alone these would be two copies, one CommonJS.
          alias: [
            { find: /^react-router$/, replacement: join(ROUTER, 'index.mjs') },
            { find: /^react-router\/dom$/, replacement: join(ROUTER, 'dom-export.mjs') },
          ],
        },
        test: {
          name: 'component',
          include: ['tests/components/**/*.test.tsx'],
          environment: 'happy-dom',
          environmentOptions: { happyDOM: { url: 'http://localhost' } },
          setupFiles: 'tests/support/browser-gaps.ts',
          env: { TEST_DATABASE: 'sqlite' },
          isolate: false,
          globalSetup: 'tests/support/build-programs.ts',
        },
      },
      http('http-sqlite', { database: 'sqlite', include: HTTP }),
      http('http-postgres', {
        database: 'postgres',
        include: process.env['TEST_ON_POSTGRES'] === 'all' ? HTTP : ON_POSTGRES_TOO,
      }),
      http('http-two-servers', {
        database: 'postgres',
        include: [...HTTP, ...NIGHTLY],
        servers: 2,
        timeout: TWO_MINUTES,
      }),
      http('nightly-sqlite', { database: 'sqlite', include: [...NIGHTLY, ...NIGHTLY_ONCE], timeout: TWO_MINUTES }),
      http('nightly-postgres', { database: 'postgres', include: NIGHTLY, timeout: TWO_MINUTES }),
      {
        extends: true,
        test: { name: 'other-browsers', include: ['tests/browsers/*.test.ts'], testTimeout: TWO_MINUTES },
      },
      // Real engines, one after the other.
      {
        extends: true,
        test: {
          name: 'scale',
          include: ['tests/scale/**/*.test.ts'],
          globalSetup: 'tests/support/build-programs.ts',
          testTimeout: 900 * SECOND,
          hookTimeout: 900 * SECOND,
          expect: { poll: { timeout: 300 * SECOND } },
        },
      },
    ],
  },
})
