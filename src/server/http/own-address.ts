import type { FastifyRequest } from 'fastify'
import { hasPublicURL, isReachedByHTTPS, isThisMachine, type Config } from '../config.ts'

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Each proxy adds to such a header; what the browser asked for comes first. */
const firstOf = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(',', 1)[0]
    ?.trim() ?? ''

/** The origin that a request was sent to, as it says itself; undefined where that is no address. */
export const originOf = ({ headers, protocol, host }: FastifyRequest): string | undefined => {
  const asked = firstOf(headers['x-forwarded-host']) || host
  const scheme = (firstOf(headers['x-forwarded-proto']) || protocol).toLowerCase() === 'https' ? 'https' : 'http'
  const address = `${scheme}://${asked}`
  return HOST.test(asked) && URL.canParse(address) ? new URL(address).origin : undefined
}

/**
 * The address of this installation in an answer that its caller alone gets: PUBLIC_URL, or else the one that the call came
 * by. Callers can write anything into these headers, so mails have `config.publicURL` in any case.
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
  return `opened as ${origin}, but PUBLIC_URL is not set, so that mails lead to ${publicURL} and printed codes to where each page was opened; if people use ${origin}, set PUBLIC_URL=${origin}`
}

/** Says once in the log which address somebody who logged in has opened, where it does not go with the settings. */
export const watchAddresses = (config: Config): ((request: FastifyRequest) => void) => {
  let isTold = false
  return (request) => {
    const given = request.headers.origin
    const origin = given !== undefined && URL.canParse(given) ? new URL(given).origin : originOf(request)
    const words = origin === undefined || isTold ? undefined : whatToSet(origin, config)
    if (words === undefined) return
    isTold = true
    request.log.warn({ event: 'other_address', origin }, words)
  }
}
