import { hasPublicURL, type Config } from '../../../config.ts'
import { DAY, isoTime, type Clock } from '../../lib/clock.ts'

export const SECURITY_TEXT_PATH = '/.well-known/security.txt'
const GOOD_FOR = 180 * DAY

/** Whom to tell of a vulnerability (RFC 9116); undefined while the contact is only an example. */
export const securityText = (
  config: Pick<Config, 'contactEmail' | 'contactIsExample' | 'publicURL' | 'port'>,
  clock: Clock,
): string | undefined =>
  config.contactIsExample
    ? undefined
    : [
        `Contact: mailto:${config.contactEmail}`,
        `Expires: ${isoTime(clock, GOOD_FOR)}`,
        'Preferred-Languages: en',
        ...(hasPublicURL(config) ? [`Canonical: ${config.publicURL}${SECURITY_TEXT_PATH}`] : []),
        '',
      ].join('\n')
