import dns from 'node:dns/promises'
import { request as requestByHTTP } from 'node:http'
import { request as requestByHTTPS } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { SECOND } from '../../lib/clock.ts'
import { withDeadline } from '../../lib/deadline.ts'

/** Why nothing was sent, in words for the user who entered the address. */
export class Unreachable extends Error {}

const LONGEST = 10 * SECOND
const REFUSED = 'The address leads into a private network. An administrator can allow it with WEBHOOK_ALLOW.'
const ONLY_HTTPS = 'Use https.'
const NO_ANSWER = 'No connection, or no answer within 10 seconds.'
const OTHER_HOST = 'The certificate is for another host name.'
const OUT_OF_DATE = 'The certificate has expired or isn’t valid yet.'
const UNTRUSTED = 'The certificate isn’t trusted.'

/** What Node calls them (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const CERTIFICATE = /CERT|^UNABLE_TO_VERIFY|^INVALID_(CA|PURPOSE)$/

/** What users can do something about. */
export const whyUnreachable = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return OTHER_HOST
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return OUT_OF_DATE
  return CERTIFICATE.test(code) ? UNTRUSTED : NO_ANSWER
}

/** Where clouds keep the credentials of their machines, besides the link-local addresses. */
const METADATA = ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254']
const PRIVATE = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']

/** Whether messages may go to an IP address. `isAllowed`: a setting names its host, so a private one will do. */
export const mayReach = (address: string, isAllowed: boolean): boolean => {
  // An IPv4 address within an IPv6 one counts as itself.
  const parsed = ipaddr.process(address.replace(/%.*$/, ''))
  if (METADATA.includes(parsed.toString())) return false
  const range = parsed.range()
  if (PRIVATE.includes(range)) return isAllowed
  // Of IPv6, only 2000::/3 is public: the rest has other ways to write an IPv4 address.
  const isPublic = parsed instanceof ipaddr.IPv4 || (parsed.parts[0] ?? 0) >> 13 === 1
  return range === 'unicast' && isPublic
}

/** Whether a setting allows the host of an address, with all its ports or with this one. */
export const isAllowedHost = (url: URL, allowedHosts: readonly string[]): boolean => {
  const { protocol, hostname, port } = url
  const withPort = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  return [hostOf(url), hostname, withPort].some((form) => allowedHosts.includes(form))
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

interface Address {
  address: string
  family: number
}

/** Names that no public name server knows. */
const LOCAL_NAME = /^[^.]+\.?$|\.(local|localhost)\.?$/i

/**
 * The addresses of a host. Those that no setting allows are asked of name servers directly: the system's lookups run on
 * two threads, where names with silent name servers would keep all other lookups of the server waiting.
 */
const addressesOf = async (host: string, isAllowed: boolean): Promise<Address[]> => {
  if (isAllowed || isIP(host) > 0) return dns.lookup(host, { all: true })
  if (LOCAL_NAME.test(host)) throw new Unreachable(REFUSED)
  const found = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)])
  const addresses = found.flatMap((answer, at) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
  )
  if (addresses.length === 0) throw new Unreachable(NO_ANSWER)
  return addresses
}

interface Posted {
  headers: Record<string, string>
  body: string
  allowedHosts: readonly string[]
}

/**
 * Posts to an address that a user entered and resolves with the status of the answer, whose body is never read. Every
 * address of the host must be one that messages may go to, and the connection goes to exactly those; redirects are not
 * followed. Rejects with `Unreachable`.
 */
export const postTo = (url: URL, message: Posted, stopped: AbortSignal): Promise<number> =>
  withDeadline(LONGEST, stopped, (signal) => post(url, message, signal))

const post = async (url: URL, { headers, body, allowedHosts }: Posted, signal: AbortSignal): Promise<number> => {
  const host = hostOf(url)
  const isAllowed = isAllowedHost(url, allowedHosts)
  if (url.protocol !== 'https:' && !isAllowed) throw new Unreachable(ONLY_HTTPS)
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Unreachable(NO_ANSWER)), { once: true }),
  )
  const unanswered = (cause: unknown): never => {
    throw cause instanceof Unreachable ? cause : new Unreachable(whyUnreachable(cause), { cause })
  }
  const found = await Promise.race([addressesOf(host, isAllowed), aborted]).catch(unanswered)
  if (!found.every(({ address }) => mayReach(address, isAllowed))) throw new Unreachable(REFUSED)
  const send = url.protocol === 'https:' ? requestByHTTPS : requestByHTTP
  const answered = new Promise<number>((resolve, reject) => {
    const request = send(url, {
      ...{ method: 'POST', agent: false, signal, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) } },
      // The name is not looked up again: it could lead elsewhere by now.
      lookup: (_host, options, done) => {
        if (options.all) done(null, found)
        else done(null, found[0]?.address ?? '', found[0]?.family)
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    request.end(body)
  })
  return Promise.race([answered, aborted]).catch(unanswered)
}
