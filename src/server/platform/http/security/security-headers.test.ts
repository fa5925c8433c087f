import { expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'

const EVERYWHERE = {
  'Cache-Control': 'no-store',
  'Permissions-Policy':
    'accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
    'hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=(), xr-spatial-tracking=()',
  'content-security-policy':
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' blob: data:;font-src 'self';" +
    "connect-src 'self';worker-src 'self';manifest-src 'self';form-action 'self';base-uri 'none';" +
    "frame-ancestors 'none';object-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

test('every answer forbids features that our pages do not need, and requires https under https', () => {
  expect(securityHeaders({ dev: false, https: false })).toEqual(EVERYWHERE)
  expect(securityHeaders({ dev: false, https: true })).toEqual({
    ...EVERYWHERE,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  })
})
