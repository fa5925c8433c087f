import { ApiError } from '../../lib/errors.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { Factor } from './code-fields.tsx'

export type { Factor }

export const NO_CODE: Factor = { code: '', rememberBrowser: false }

/** Whether the password was right and the second factor is missing. */
export const asksForCode = (error: unknown): boolean => error instanceof ApiError && error.code === 'code_required'

/** Few logins need it, so its code loads on first use. */
export const CodeFields = lazyComponent(
  async () => (await import('./code-fields.tsx')).CodeFields,
  'the field for your code',
)
