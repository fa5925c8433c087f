import { askToEndInvitations } from '../../../shared/identity/mailboxes.api.ts'
import type { Services } from '../../services.ts'
import { refusalToken, refusesInvitations } from './mailboxes.repo.ts'

/** The link in each invitation mail that stops further ones; undefined if the recipient has stopped them. */
export const endOfInvitations = async (
  { db, config }: Pick<Services, 'db' | 'config'>,
  email: string,
): Promise<string | undefined> =>
  (await refusesInvitations(db, email))
    ? undefined
    : config.publicURL + askToEndInvitations.path.replace(':token', await refusalToken(db, email))

export const END_INVITATIONS = 'Stop invitations from Roomfolio'
