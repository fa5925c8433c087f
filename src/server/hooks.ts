import { bytesStored } from './attachments/storage.repo.ts'
import type { Hooks } from './services.ts'
import { deleteProjectsOfAccount } from './sharing/handover/account-deletion.repo.ts'
import { keepOffer } from './sharing/handover/open-offers.repo.ts'
import { keepInvitation } from './sharing/members/open-invitations.repo.ts'
import { forgetMailbox } from './upkeep/reminders.repo.ts'

/** What higher domains do for lower ones. */
export const HOOKS: Hooks = {
  account: {
    created: [keepInvitation, keepOffer],
    emailChanged: [forgetMailbox],
    deleted: [deleteProjectsOfAccount],
    bytesStored,
  },
}
