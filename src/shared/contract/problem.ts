import * as z from 'zod/mini'
import { SENTENCES } from './text-rules.ts'

/**
 * Every problem of the API: its status and its sentence. The thrower fills in `{name}`. The sentence is the "{server
 * text}" of the specification.
 */
export const PROBLEMS = {
  invalid_input: [400, 'Please check what you entered.'],
  malformed_request: [400, 'The request couldn’t be read.'],
  missing_credentials: [400, 'Missing user/pass'],
  wrong_credentials: [401, 'Invalid Username or Password'],
  password_expired: [401, 'This password has expired. Use Forgot Password, or ask your administrator for a new one.'],
  passkey_wrong: [401, 'That passkey doesn’t work here. Log in with your password.'],
  provider_refused: [401, '{name} didn’t log you in. Please try again.'],
  provider_denies: [
    403,
    '{name} doesn’t let you use Roomfolio. Unless you canceled, ask your administrator for access there.',
  ],
  locked_here: [403, 'You’re logged in at {name}, but your account here is locked. Ask your administrator.'],
  code_required: [401, 'Enter the code from your authenticator app.'],
  code_wrong: [401, 'That code isn’t right or was already used. Try the next one.'],
  not_signed_in: [401, 'Please log in.'],
  session_ended: [401, 'Your session has ended. Please log in again.'],
  key_invalid: [401, 'This API key has expired, was removed, or is incomplete.'],
  not_for_keys: [403, 'API keys can’t do this.'],
  key_only_reads: [403, 'This API key can only read.'],
  role_missing: [403, "You don't have permissions to do that with your account privileges."],
  password_change_required: [403, SENTENCES.newPasswordFirst],
  second_factor_required: [403, SENTENCES.secondFactorFirst],
  registration_closed: [403, 'Sign-ups are closed. Ask your administrator for an account.'],
  foreign_origin: [403, 'This call is only for pages of this site.'],
  not_allowed: [403, 'You can view this project, but not change it.'],
  no_consultations: [404, 'This server doesn’t offer consultations.'],
  not_found: [404, 'There is nothing here.'],
  file_not_found: [404, 'The file "{name}" no longer exists. Add it again.'],
  file_missing: [404, 'This file is missing on the server. Your administrator may be able to restore it.'],
  file_damaged: [404, 'This file is damaged on the server. Your administrator may be able to restore it.'],
  too_slow: [408, 'The request came in too slowly.'],
  admin_code_wrong: [400, 'That isn’t the setup code from the server’s startup log.'],
  username_taken: [409, 'Username already exists'],
  email_taken: [409, 'Email address is already in use'],
  no_place_for_item: [409, 'Rooms of this type don’t have a place for: {names}.'],
  no_place_for_items: [409, 'The room doesn’t have a place for: {names}.'],
  no_such_label: [409, 'These items don’t have this field: {names}.'],
  no_undo: [409, 'This can’t be undone.'],
  undone_already: [409, 'This was already undone.'],
  changed_since: [409, 'Can’t undo. Everything has changed since then.'],
  not_for_templates: [409, 'Templates can’t do this. Create a project from it first.'],
  project_name_taken: [409, 'Project "{name}" already exists'],
  plan_limit: [409, 'The Basic Monthly Plan includes up to two projects.'],
  too_many_members: [409, 'A project can have up to {limit} members, including pending invitations.'],
  storage_full: [409, 'Your account can store {limit}, and this would be more. Delete some files and empty the trash.'],
  already_member: [409, 'They already have access to this project.'],
  projects_have_members: [
    409,
    'Other people still have access to {names}. Hand these projects over, delete them, or remove the people first.',
  ],
  current_password_wrong: [409, 'Current password is incorrect'],
  too_many_webhooks: [409, 'A project can have up to {limit} webhooks. Remove one first.'],
  too_many_keys: [409, 'You can have up to {limit} API keys. Remove one first.'],
  passkeys_unavailable: [409, 'Passkeys need https and a host name. Ask your administrator to set PUBLIC_URL.'],
  no_email: [409, '{name} didn’t send an email address. Ask your administrator to share it with Roomfolio.'],
  link_first: [
    409,
    'An account here has your email address. Enter its password once to log in with {name} from now on.',
  ],
  link_other: [
    409,
    'Another user of {name} logs in to the account here that has your email address. Each account needs its own address. Only if the account is yours, enter its password once.',
  ],
  second_factor_on: [409, 'Your second factor is already on.'],
  second_factor_off: [409, 'Your second factor is off.'],
  last_admin: [409, 'The last admin can’t be removed. Make someone else an admin first.'],
  account_locked: [409, 'This account is locked. Unlock it first.'],
  restore_parent_first: [409, 'Restore the {kind} "{name}" first.'],
  invitation_invalid: [404, 'This invitation was already used, has expired, or was canceled. Ask for a new one.'],
  offer_invalid: [404, 'This offer was already accepted, has expired, or was canceled. Ask for a new one.'],
  no_provider: [404, 'This server has no other provider for logging in.'],
  ticket_invalid: [404, 'This took too long. Please log in again.'],
  reset_link_invalid: [404, 'This link is no longer valid. Please ask for a new one.'],
  mail_not_set_up: [409, 'This server can’t send email. Ask your administrator to reset your password.'],
  room_type_taken: [409, 'Room type "{name}" already exists!'],
  category_taken: [409, 'Category "{name}" already exists!'],
  subcategory_taken: [409, 'Subcategory "{name}" already exists!'],
  category_there: [409, 'Category "{name}" already exists in this room!'],
  subcategory_there: [409, 'Subcategory "{name}" already exists in this room and category!'],
  room_type_in_use: [409, 'Some rooms still use this type (check the Trash too). Delete or change them first.'],
  structure_changed: [409, 'Someone else just changed this. Review the latest version and try again.'],
  labels_hold_values: [409, 'Some existing values would move to a different field or be hidden.'],
  cannot_undo: [409, 'Can’t undo this because a later change depends on it.'],
  labels_changed: [409, 'The fields of this subcategory have changed. Review them and create the item again.'],
  item_changed: [409, 'Someone else has changed this item.'],
  room_changed: [409, 'Someone else has changed this room.'],
  notes_too_long: [409, 'The leftover values don’t fit in Notes. Shorten them and try again.'],
  task_changed: [409, 'Someone else has changed this task.'],
  too_many_revisions: [409, 'A project keeps at most {limit} issued revisions. Its owner can remove some of them.'],
  revision_issued: [409, 'A revision was just issued or removed. Review the list first.'],
  too_many_tasks: [409, 'A project has at most {limit} tasks.'],
  file_changed: [409, 'Someone else has changed this file.'],
  sheet_changed: [409, 'Something in this project just changed, so nothing was imported. Preview the import again.'],
  sheet_wrong: [409, 'Nothing was imported: {what}.'],
  does_not_fit: [409, 'This server is missing room types this project needs.'],
  subcategory_not_there: [400, 'This subcategory isn’t in that category of the room.'],
  slot_without_label: [400, 'This subcategory has no such field.'],
  precondition_failed: [412, 'This isn’t the file that was requested.'],
  too_large: [413, 'A file is larger than {limit}. Choose a smaller one.'],
  body_too_large: [413, 'The request is too large.'],
  too_many_files: [413, 'You can send up to {limit} files at once.'],
  paper_too_large: [413, 'This would be too many pages. Please choose fewer rooms.'],
  unsupported_type: [415, 'Unsupported content type.'],
  unsupported_encoding: [415, 'Unsupported content encoding "{encoding}". Send the body without one.'],
  no_picture: [415, 'This file can’t be shown as a picture.'],
  position_stays: [415, 'The location can’t be removed from this file. Ask the owner of the project for it.'],
  cannot_turn: [415, 'Only pictures can be turned.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was sent with another request before.'],
  range_not_satisfiable: [416, 'The file has no such part.'],
  too_many_tries: [429, 'Too many tries. Please wait {wait} and try again.'],
  export_under_way: [429, 'Your download is already being prepared. Please wait for it to finish.'],
  import_under_way: [
    429,
    'You’re already importing a project. Please wait for it to finish before you import another one.',
  ],
  too_many_downloads: [429, 'Too many downloads at once. Please wait a moment and try again.'],
  too_many_calls: [429, 'Too many requests at once. Please wait a moment and try again.'],
  head_too_large: [431, 'The address or the headers of the request are too long.'],
  provider_fails: [503, '{name} isn’t answering right now. Please try again in a few minutes.'],
  mail_fails: [503, 'Email can’t be sent right now. Please try again in a few minutes.'],
  unexpected: [500, 'Something went wrong. Please try again.'],
  disk_full: [507, 'The server is short of disk space and can’t take files right now. Everything else is still saved.'],
  unavailable: [503, 'Roomfolio isn’t available right now. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

/** The sentence of `registration_closed` if users can register with an invitation. */
export const BY_INVITATION = 'Sign-ups are by invitation only. Ask your administrator for one.'

/** The sentence of `not_allowed` for Editors. */
export const NOT_THE_PROJECT = 'You can change rooms and items in this project, but not the project itself.'

export type ProblemCode = keyof typeof PROBLEMS

/** The JSON body of every answer of 400 and above. `fields` maps an input's bare name to its sentence. */
export const problemBody = z.object({
  statusCode: z.number(),
  error: z.string(),
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.string(),
})
export type ProblemBody = z.output<typeof problemBody>

/** How many unknown members an answer lists, and how many characters of each name. */
const UNKNOWN_NAMED = 10
const UNKNOWN_SHOWN = 64

/**
 * The first sentence for each input, by its bare name: the last named step of the issue's path. Unknown members are
 * listed too.
 */
export const fieldSentences = (issues: readonly z.core.$ZodIssue[]): Record<string, string> => {
  const fields = new Map<string, string>()
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys.slice(0, UNKNOWN_NAMED))
        fields.set(name.slice(0, UNKNOWN_SHOWN), SENTENCES.notKnown)
      continue
    }
    const named = issue.path.filter((step) => typeof step === 'string')
    const name = named.at(-1)
    if (name !== undefined && !fields.has(name)) fields.set(name, issue.message || 'Not valid.')
  }
  return Object.fromEntries(fields)
}
