import type { FastifyRequest } from 'fastify'
import { hasPublicURL, isReachedByHTTPS, isThisMachine, type Config } from '../../config.ts'

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Each proxy appends to such a header; the first value is what the browser requested. */
const firstOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',', 1)[0]
    ?.trim() ?? ''

/** The origin that a request was sent to, according to its headers; undefined if that is no valid address. */
export const originOf = ({ headers, protocol, host }: FastifyRequest): string | undefined => {
  const asked = firstOf(headers['x-forwarded-host']) || host
  const scheme = (firstOf(headers['x-forwarded-proto']) || protocol).toLowerCase() === 'https' ? 'https' : 'http'
  const address = `${scheme}://${asked}`
  return HOST.test(asked) && URL.canParse(address) ? new URL(address).origin : undefined
}

/**
 * The installation's address, for an answer that only its caller receives: PUBLIC_URL, or else the address of the call.
 * Callers can forge these headers, so mails always use `config.publicURL`.
 */
export const ownAddress = (request: FastifyRequest, config: Config): string =>
  hasPublicURL(config) ? config.publicURL : (originOf(request) ?? config.publicURL)

const whatToSet = (origin: string, config: Config): string | undefined => {
  const { publicURL } = config
  if (hasPublicURL(config)) {
    if (!isReachedByHTTPS(config) || !origin.startsWith('http:')) return undefined
    return `opened as ${origin}, where browsers keep no session, because PUBLIC_URL is ${publicURL}; open ${publicURL}`
  }
  if (isThisMachine(new URL(origin).hostname)) return undefined
  return `opened as ${origin}, but PUBLIC_URL is not set, so emails link to ${publicURL} and printed codes to the address where each page was opened; if users open ${origin}, set PUBLIC_URL=${origin}`
}

/** Logs once if a signed-in user's address does not match the settings. */
export const watchAddresses = (config: Config): ((request: FastifyRequest) => void) => {
  let isTold = false
  return (request) => {
    const header = request.headers.origin
    const origin = header !== undefined && URL.canParse(header) ? new URL(header).origin : originOf(request)
    const words = origin === undefined || isTold ? undefined : whatToSet(origin, config)
    if (words === undefined) return
    isTold = true
    request.log.warn({ event: 'other_address', origin }, words)
  }
}
