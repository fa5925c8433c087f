import type { From } from '../../platform/http/security/security-log.ts'

const USER_AGENT_MAX = 255

/** The device of a caller, as the list of sessions and the audit log show it. */
export const deviceOf = ({ headers, ip }: Pick<From, 'headers' | 'ip'>): { userAgent: string; address: string } => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
  address: ip,
})
