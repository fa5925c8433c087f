import { nameKey } from '../../../shared/contract/name-key.ts'

/** One mailbox, regardless of upper case and of `+` extensions. */
export const mailboxOf = (email: string): string => nameKey(email).replace(/\+.*(?=@)/s, '')
