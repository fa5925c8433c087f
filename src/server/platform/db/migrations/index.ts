import type { Migration } from 'kysely'
import * as foundation from './0001-foundation.ts'
import * as changesOfTheStructure from './0003-changes-of-the-structure.ts'
import * as consultationsAndPasswordResets from './0002-consultations-and-password-resets.ts'
import * as searchOfPeople from './0004-search-of-people.ts'
import * as jobs from './0008-jobs.ts'
import * as passwordsToBeChanged from './0006-passwords-to-be-changed.ts'
import * as events from './0007-events.ts'
import * as trashOfProjects from './0009-trash-of-projects.ts'
import * as firstAnswers from './0010-first-answers.ts'
import * as eventsGoByATrigger from './0011-events-go-by-a-trigger.ts'
import * as titles from './0012-titles.ts'
import * as wordsOfFiles from './0013-words-of-files.ts'
import * as wordsOfItems from './0014-words-of-items.ts'
import * as captionsAndCovers from './0015-captions-and-covers.ts'
import * as invitations from './0016-invitations.ts'
import * as invitationsToProjects from './0017-invitations-to-projects.ts'
import * as links from './0018-links.ts'
import * as activity from './0019-activity.ts'
import * as copies from './0020-copies.ts'
import * as offers from './0021-offers.ts'
import * as undo from './0022-undo.ts'
import * as ownOrder from './0023-own-order.ts'
import * as roomsTakeAlong from './0024-rooms-take-along.ts'
import * as ends from './0025-ends.ts'
import * as tasks from './0026-tasks.ts'
import * as templates from './0027-templates.ts'
import * as whatSubcategoriesStandFor from './0028-what-subcategories-stand-for.ts'
import * as inbox from './0029-inbox.ts'
import * as calendars from './0030-calendars.ts'
import * as revisions from './0031-revisions.ts'
import * as emergency from './0032-emergency.ts'
import * as reminders from './0033-reminders.ts'
import * as wanted from './0034-wanted.ts'
import * as remindersThatWereTold from './0035-reminders-that-were-told.ts'
import * as notNeeded from './0036-not-needed.ts'
import * as kindsOfLabels from './0037-kinds-of-labels.ts'
import * as datesForAll from './0038-dates-for-all.ts'
import * as oneIndexOfEventsByProject from './0039-one-index-of-events-by-project.ts'
import * as importedRevisions from './0040-imported-revisions.ts'
import * as picturesForPapers from './0041-pictures-for-papers.ts'
import * as plainColorNames from './0042-plain-color-names.ts'
import * as rotations from './0043-rotations.ts'
import * as wordsWithFractions from './0044-words-with-fractions.ts'
import * as whenTasksChanged from './0045-when-tasks-changed.ts'
import * as mailboxes from './0046-mailboxes.ts'
import * as positionsOfPhotos from './0047-positions-of-photos.ts'
import * as wordsWithDecimals from './0048-words-with-decimals.ts'
import * as scopesOfLinks from './0049-scopes-of-links.ts'
import * as towelBars from './0050-towel-bars.ts'
import * as secondFactors from './0051-second-factors.ts'
import * as textsOfFiles from './0052-texts-of-files.ts'
import * as branding from './0053-branding.ts'
import * as passkeys from './0054-passkeys.ts'
import * as titlesJoinedPlainly from './0055-titles-joined-plainly.ts'
import * as webhooks from './0059-webhooks.ts'
import * as aliases from './0061-aliases.ts'
import * as guardedAccounts from './0062-guarded-accounts.ts'
import * as tints from './0063-tints.ts'
import * as webhookBounds from './0070-webhook-bounds.ts'
import * as apiKeys from './0057-api-keys.ts'
import * as providerAccounts from './0056-provider-accounts.ts'
import * as securityEvents from './0058-security-events.ts'
import * as tablesNamedLikeTheCode from './0060-tables-named-like-the-code.ts'
import * as equalBytesPicturesAndHolds from './0005-equal-bytes-pictures-and-holds.ts'

/** In order of application. A landed migration never changes; there are no down migrations. */
export const migrations: Record<string, Migration> = {
  '0001-foundation': foundation,
  '0002-consultations-and-password-resets': consultationsAndPasswordResets,
  '0003-changes-of-the-structure': changesOfTheStructure,
  '0004-search-of-people': searchOfPeople,
  '0005-equal-bytes-pictures-and-holds': equalBytesPicturesAndHolds,
  '0006-passwords-to-be-changed': passwordsToBeChanged,
  '0007-events': events,
  '0008-jobs': jobs,
  '0009-trash-of-projects': trashOfProjects,
  '0010-first-answers': firstAnswers,
  '0011-events-go-by-a-trigger': eventsGoByATrigger,
  '0012-titles': titles,
  '0013-words-of-files': wordsOfFiles,
  '0014-words-of-items': wordsOfItems,
  '0015-captions-and-covers': captionsAndCovers,
  '0016-invitations': invitations,
  '0017-invitations-to-projects': invitationsToProjects,
  '0018-links': links,
  '0019-activity': activity,
  '0020-copies': copies,
  '0021-offers': offers,
  '0022-undo': undo,
  '0023-own-order': ownOrder,
  '0024-rooms-take-along': roomsTakeAlong,
  '0025-ends': ends,
  '0026-tasks': tasks,
  '0027-templates': templates,
  '0028-what-subcategories-stand-for': whatSubcategoriesStandFor,
  '0029-inbox': inbox,
  '0030-calendars': calendars,
  '0031-revisions': revisions,
  '0032-emergency': emergency,
  '0033-reminders': reminders,
  '0034-wanted': wanted,
  '0035-reminders-that-were-told': remindersThatWereTold,
  '0036-not-needed': notNeeded,
  '0037-kinds-of-labels': kindsOfLabels,
  '0038-dates-for-all': datesForAll,
  '0039-one-index-of-events-by-project': oneIndexOfEventsByProject,
  '0040-imported-revisions': importedRevisions,
  '0041-pictures-for-papers': picturesForPapers,
  '0042-plain-color-names': plainColorNames,
  '0043-rotations': rotations,
  '0044-words-with-fractions': wordsWithFractions,
  '0045-when-tasks-changed': whenTasksChanged,
  '0046-mailboxes': mailboxes,
  '0047-positions-of-photos': positionsOfPhotos,
  '0048-words-with-decimals': wordsWithDecimals,
  '0049-scopes-of-links': scopesOfLinks,
  '0050-towel-bars': towelBars,
  '0051-second-factors': secondFactors,
  '0052-texts-of-files': textsOfFiles,
  '0053-branding': branding,
  '0054-passkeys': passkeys,
  '0055-titles-joined-plainly': titlesJoinedPlainly,
  '0056-provider-accounts': providerAccounts,
  '0057-api-keys': apiKeys,
  '0058-security-events': securityEvents,
  '0059-webhooks': webhooks,
  '0060-tables-named-like-the-code': tablesNamedLikeTheCode,
  '0061-aliases': aliases,
  '0062-guarded-accounts': guardedAccounts,
  '0063-tints': tints,
  '0070-webhook-bounds': webhookBounds,
}
