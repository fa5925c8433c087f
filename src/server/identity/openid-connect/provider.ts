import type { Configuration } from 'openid-client'
import { PAGES } from '../../../shared/contract/pages.ts'
import type { Config, OIDCSettings } from '../../config.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { HOUR, type Clock } from '../../platform/lib/clock.ts'

const TIMEOUT_S = 5

/** What the provider says of someone. Any claim may be missing. */
export interface Claims {
  readonly sub: string
  readonly email?: unknown
  readonly email_verified?: unknown
  readonly preferred_username?: unknown
  readonly name?: unknown
  readonly given_name?: unknown
  readonly family_name?: unknown
  readonly [claim: string]: unknown
}

export interface Answered {
  issuer: string
  idToken: string | undefined
  claims: Claims
  /** Why the provider told no more than the ID token has. */
  userInfoError?: unknown
}

const LONGEST_TEXT = 500

/** What the provider says of an error, which the log would leave out. */
export const errorOf = (thrown: unknown): { error?: string; error_description?: string; status?: number } => {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause) {
    const {
      error,
      error_description: description,
      status,
    } = cause as Error & Partial<Record<'error' | 'error_description' | 'status', unknown>>
    if (typeof error !== 'string') continue
    return {
      error: error.slice(0, LONGEST_TEXT),
      ...(typeof description === 'string' && { error_description: description.slice(0, LONGEST_TEXT) }),
      ...(typeof status === 'number' && { status }),
    }
  }
  return {}
}

const clientOf = () => import('openid-client')

/**
 * The OpenID provider. It is asked when someone logs in, never at the start, and its description is kept for an hour. The
 * address that it leads back to follows from PUBLIC_URL, never from a request.
 */
export const openProvider = (
  { publicURL }: Pick<Config, 'publicURL'>,
  { issuer, clientID, clientSecret, scopes, name }: OIDCSettings,
  clock: Clock,
) => {
  let described: { until: number; configuration: Promise<Configuration> } | undefined

  const discover = async (): Promise<Configuration> => {
    const { discovery, allowInsecureRequests, enableNonRepudiationChecks } = await clientOf()
    const server = new URL(issuer)
    const configuration = await discovery(server, clientID, clientSecret ?? undefined, undefined, {
      timeout: TIMEOUT_S,
      // Signatures are not checked by default, since the ID token comes from the provider itself by TLS.
      execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
    })
    configuration.timeout = TIMEOUT_S
    return configuration
  }

  const fails = (error: unknown): never => {
    throw new AppError('provider_fails', { values: { name } }, { cause: error })
  }

  const describe = async (): Promise<Configuration> => {
    const now = clock.now().getTime()
    if (!described || now >= described.until) {
      const configuration = discover()
      described = { until: now + HOUR, configuration }
      // A failure is not kept.
      configuration.catch(() => (described = undefined))
    }
    return described.configuration.catch(fails)
  }

  return {
    /** Throws `provider_fails`. */
    begin: async () => {
      const client = await clientOf()
      const configuration = await describe()
      const verifier = client.randomPKCECodeVerifier()
      const [state, nonce] = [client.randomState(), client.randomNonce()]
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: publicURL + PAGES.provider.path,
        scope: scopes,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { address: address.href, state, nonce, verifier }
    },

    /** Throws `provider_fails`, `provider_refused` or `provider_denies`, with its cause. */
    finish: async (
      answer: string,
      { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
    ): Promise<Answered> => {
      const client = await clientOf()
      const configuration = await describe()
      try {
        const address = new URL(`${publicURL}${PAGES.provider.path}?${answer}`)
        const tokens = await client.authorizationCodeGrant(configuration, address, {
          ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('There is no ID token.')
        const answered = { issuer: claims.iss, idToken: tokens.id_token, claims }
        if (!configuration.serverMetadata().userinfo_endpoint) return answered
        // Some providers put the email address there alone.
        return await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).then(
          (more) => ({ ...answered, claims: { ...more, ...claims } }),
          (userInfoError: unknown) => ({ ...answered, userInfoError }),
        )
      } catch (error) {
        const denies = errorOf(error).error === 'access_denied'
        throw new AppError(denies ? 'provider_denies' : 'provider_refused', { values: { name } }, { cause: error })
      }
    },

    /** Null if the provider offers none. Throws `provider_fails`. */
    logOutAddress: async (idToken: string | null): Promise<string | null> => {
      const { buildEndSessionUrl } = await clientOf()
      const configuration = await describe()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      return buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${publicURL}/`,
        ...(idToken !== null && { id_token_hint: idToken }),
      }).href
    },
  }
}

export type Provider = ReturnType<typeof openProvider>
