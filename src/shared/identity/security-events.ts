/** What the audit log and Recent Activity list, in their words. The names are stored: never change one. */
export const SECURITY_EVENTS = {
  logged_in: 'Logged in',
  login_failed: 'Failed login',
  password_changed: 'Password changed',
  email_changed: 'Email address changed',
  factor_on: 'Second factor turned on',
  factor_off: 'Second factor turned off',
  codes_refused: 'Many wrong codes',
  recovery_codes_renewed: 'Recovery codes renewed',
  factor_rule_changed: 'Second factor rule changed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  provider_linked: 'Login provider connected',
  provider_unlinked: 'Login provider disconnected',
  api_key_added: 'API key added',
  api_key_removed: 'API key removed',
  role_granted: 'Role granted',
  role_revoked: 'Role revoked',
  account_locked: 'Account locked',
  account_unlocked: 'Account unlocked',
  account_deleted: 'Account deleted',
  sessions_ended: 'Sessions ended',
  link_created: 'Link created',
  link_removed: 'Link turned off',
  webhook_created: 'Webhook created',
  webhook_removed: 'Webhook removed',
  data_exported: 'Data downloaded',
  restored: 'Backup restored',
} as const

export type SecurityEventKind = keyof typeof SECURITY_EVENTS
export const SECURITY_EVENT_KINDS = Object.keys(SECURITY_EVENTS) as [SecurityEventKind, ...SecurityEventKind[]]
