import { defineConfig } from '@playwright/test'

const asRoot = process.getuid?.() === 0
const executablePath = process.env['CHROMIUM_PATH']

/** `npm test -- browser` builds, finds a Chromium and names it in CHROMIUM_PATH. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // A busy machine is no failure, and no test waits for these to pass.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Chromium's sandbox does not work for root; everybody else keeps it.
      chromiumSandbox: !asRoot,
      // The tests reach nothing but their own server.
      args: [
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
