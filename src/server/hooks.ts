import { bytesStored } from './attachments/storage.repo.ts'
import { UNDO_ITEMS, undoParts } from './items/bulk/undo-kinds.repo.ts'
import { RESTORE_ITEMS } from './items/restore-items.repo.ts'
import { RESTORE_PROJECTS } from './projects/restore-projects.repo.ts'
import { UNDO_PROJECTS } from './projects/undo-projects.repo.ts'
import type { Hooks } from './services.ts'
import { deleteProjectsOfAccount } from './sharing/handover/account-deletion.repo.ts'
import { keepOffer } from './sharing/handover/open-offers.repo.ts'
import { keepInvitation } from './sharing/members/open-invitations.repo.ts'
import { forgetMailbox } from './upkeep/reminders.repo.ts'
import { deleteShares } from './sharing/members/shares-of-account.access.ts'
import { UNDO_TASKS } from './upkeep/tasks.repo.ts'

/** What higher domains do for lower ones. */
export const HOOKS: Hooks = {
  account: {
    created: [keepInvitation, keepOffer],
    emailChanged: [forgetMailbox],
    firstConfirmed: [deleteShares],
    deleted: [deleteProjectsOfAccount],
    bytesStored,
  },
  history: {
    restore: { ...RESTORE_PROJECTS, ...RESTORE_ITEMS },
    undo: { its: { ...UNDO_PROJECTS, ...UNDO_ITEMS, ...UNDO_TASKS }, parts: undoParts },
  },
}
