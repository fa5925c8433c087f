import type { EndpointSpec } from '../../../shared/contract/endpoint.ts'
import type { ProblemCode } from '../../../shared/contract/problem.ts'

/** Possible for every call. */
const OF_ALL: readonly ProblemCode[] = ['malformed_request', 'unavailable', 'unexpected']
/** Problems of a body before it is read. */
const OF_BODIES: readonly ProblemCode[] = ['body_too_large', 'unsupported_type', 'unsupported_encoding']

/**
 * The problems that a call may answer: its own and those implied by its declaration. The API documentation lists them,
 * and tests fail if a call answers another one.
 */
export const problemsOf = (endpoint: EndpointSpec): readonly ProblemCode[] => {
  const {
    access,
    method,
    alsoLinks,
    keys,
    query,
    params,
    body,
    response,
    needs,
    notForTemplates,
    duringSetup,
    creates,
    problems = [],
  } = endpoint
  const implied: ProblemCode[] = []
  const ofPeople = access !== 'public' && access !== 'link'
  if (access !== 'public') implied.push('not_signed_in')
  if (access !== 'public' && response !== 'bytes') implied.push('too_many_calls')
  if (ofPeople) implied.push('session_ended', 'key_invalid', 'too_many_calls')
  if (ofPeople && !keys) implied.push('not_for_keys')
  if (keys && method !== 'GET') implied.push('key_only_reads')
  if (ofPeople && !duringSetup) implied.push('password_change_required', 'second_factor_required')
  if (access === 'link' || alsoLinks) implied.push('not_found', 'too_many_tries')
  if (Array.isArray(access)) implied.push('role_missing')
  if (query || params || body || !(access === 'public' && method === 'GET')) implied.push('invalid_input')
  if (query || params || (body && access !== 'public')) implied.push('not_found')
  if (needs) implied.push('not_allowed')
  if (notForTemplates) implied.push('not_for_templates')
  if (body) implied.push(...OF_BODIES)
  if (creates) implied.push('invalid_input', 'idempotency_key_reused')
  return [...new Set([...implied, ...problems, ...OF_ALL])]
}
