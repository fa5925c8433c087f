import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type AccountClaims } from 'oidc-provider'

export const CLIENT = { id: 'roomfolio', secret: 'a secret of the client' }

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEY = newKey().privateKey.export({ format: 'jwk' })

/** An OpenID provider where the person of a test is logged in. It answers once it serves an installation. */
export const openOIDCProvider = async () => {
  const person: AccountClaims & { sub: string } = { sub: 'r-1', email: 'robin@example.com', email_verified: true }
  const http = createServer()
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`

  let shown: JsonWebKey | undefined
  /** From now on it signs with a key that is not the one it shows. */
  const signWrongly = () => (shown = newKey().publicKey.export({ format: 'jwk' }))

  let isUserInfoDown = false
  const stopUserInfo = () => (isUserInfoDown = true)

  const serve = (publicURL: string, { tellsAllInIDToken = false } = {}) => {
    const provider = new Provider(issuer, {
      conformIdTokenClaims: !tellsAllInIDToken,
      clients: [
        {
          ...{ client_id: CLIENT.id, client_secret: CLIENT.secret, token_endpoint_auth_method: 'client_secret_post' },
          redirect_uris: [`${publicURL}/oidc`],
          post_logout_redirect_uris: [`${publicURL}/`],
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['preferred_username', 'name', 'groups', 'realm_access'],
      },
      cookies: { keys: ['a key of the cookies'] },
      features: {
        devInteractions: { enabled: false },
        // The provider's own page asks other servers for a font and an icon.
        rpInitiatedLogout: {
          logoutSource: (context, form) => {
            context.body = `<!doctype html><title>Log Out</title><link rel="icon" href="data:,">
              ${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`
          },
        },
      },
      pkce: { required: () => true },
      jwks: { keys: [KEY] },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: () => ({ accountId: person.sub, claims: () => person }),
      // Nobody is asked for consent.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({ accountId: person.sub, clientId: CLIENT.id })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
      interactions: { url: () => '/interaction' },
    })
    const answer = provider.callback()
    http.on('request', (request, response) => {
      if (shown && request.url === '/jwks') return void response.end(JSON.stringify({ keys: [shown] }))
      if (isUserInfoDown && request.url === '/me') return void response.writeHead(403).end()
      if (!request.url?.startsWith('/interaction')) return void answer(request, response)
      void provider.interactionFinished(request, response, { login: { accountId: person.sub } })
    })
  }

  const stop = async () => {
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
  }

  /** Where the browser is led back to after a login at an address. */
  const visit = async (address: string): Promise<URL> => {
    const cookies = new Map<string, string>()
    for (let url = address; ;) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`${response.status} ${await response.text()}`)
      url = new URL(location, url).href
      if (!url.startsWith(issuer)) return new URL(url)
    }
  }

  return { issuer, person, serve, signWrongly, stopUserInfo, visit, stop }
}
