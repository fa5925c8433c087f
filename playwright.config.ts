import { defineConfig } from '@playwright/test'
import { TIME_ZONE } from './tests/support/days.ts'

const asRoot = process.getuid?.() === 0
const isFull = process.env['TEST_DEPTH'] === 'full'
const executablePath = process.env['CHROMIUM_PATH']

/**
 * Chromium takes the last list that it is given, so what Playwright leaves out for tests on plain http stands here again.
 * The others are pages of the browser's own that no test sees, two a window: without them a test takes half the work.
 */
const WITHOUT = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...[
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
  ],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'TcpPortRandomizationWin', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
]

/** `npm test -- browser` builds, finds a Chromium and names it in CHROMIUM_PATH. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // scripts/test.mjs runs another step beside this one.
  workers: 1,
  fullyParallel: true,
  forbidOnly: true,
  ...(!isFull && { grepInvert: /@nightly/ }),
  retries: 0,
  // A time-out only ends a test that hangs: no verdict depends on how fast the machine is.
  timeout: isFull ? 120_000 : 60_000,
  expect: { timeout: isFull ? 60_000 : 30_000 },
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    timezoneId: TIME_ZONE,
    screenshot: 'only-on-failure',
    // A trace of every test would be a fifth of all the work: `npm test -- browser FILE --trace on` makes one.
    trace: 'off',
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
        `--disable-features=${WITHOUT.join(',')}`,
      ],
    },
  },
})
