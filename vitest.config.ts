import { defineConfig } from 'vitest/config'

const HTTP_TESTS = ['tests/http/**/*.test.ts', 'src/server/**/*.http.test.ts']

/** What ends before a statement, or in a process that knows no database: docs/decisions/0016-tests-within-ten-minutes.md. */
const ON_SQLITE_ALONE = [
  'encoded-bodies',
  'event-loop',
  'hostile-pictures',
  'hostile-texts',
  'public-path',
  'stop',
].map((name) => `tests/http/${name}.test.ts`)

/**
 * The HTTP tests run on each database, unchanged, and once more on two servers; tests/support reads TEST_DATABASE and
 * TEST_SERVERS to open what they get.
 */
const http = (name: string, database: 'sqlite' | 'postgres', servers = 1) => ({
  extends: true as const,
  test: {
    name: `http-${name}`,
    include: HTTP_TESTS,
    exclude: database === 'postgres' ? ON_SQLITE_ALONE : [],
    env: { TEST_DATABASE: database, TEST_SERVERS: String(servers) },
    isolate: false,
    // The second server has its modules from a build, which is loaded as it is.
    server: { deps: { external: [/\/\.cache\/programs-/] } },
    globalSetup: [
      'tests/support/build-programs.ts',
      ...(database === 'postgres' ? ['tests/support/remove-databases.ts'] : []),
    ],
  },
})

export default defineConfig({
  test: {
    pool: 'threads',
    maxWorkers: '100%',
    // A busy machine is no failure: these end what hangs, and no test waits for them to pass.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    allowOnly: false,
    slowTestThreshold: 2000,
    expect: { requireAssertions: true, poll: { timeout: 300_000, interval: 5 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/stores/*.test.ts', 'sample-project/*.test.ts'],
          exclude: HTTP_TESTS,
          isolate: false,
          globalSetup: 'tests/support/build-programs.ts',
        },
      },
      http('sqlite', 'sqlite'),
      http('postgres', 'postgres'),
      http('two-servers', 'postgres', 2),
      // Real engines, one after the other; only npm run test:scale has them.
      {
        extends: true,
        test: {
          name: 'scale',
          include: ['tests/scale/**/*.test.ts'],
          globalSetup: 'tests/support/build-programs.ts',
          fileParallelism: false,
        },
      },
    ],
  },
})
