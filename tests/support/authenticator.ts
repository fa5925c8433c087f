import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const ORIGIN = 'http://localhost:3000'
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

interface Options {
  challenge: string
  /** In options for a login. */
  rpId?: string
  /** In options for a new passkey. */
  rp?: { id: string }
  user?: { id: string }
}

/** What a test may spoil. */
interface Spoiled {
  origin?: string
  /** Whether it asked for a fingerprint, a face or a PIN. */
  verifies?: boolean
  counter?: number
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** A security key with one passkey, as the browser presents it. */
export const newAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let user = ''
  let uses = 0

  const clientData = (type: string, { challenge }: Options, { origin = ORIGIN }: Spoiled) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authData = (
    host: string,
    flags: number,
    { verifies = true, counter = ++uses }: Spoiled,
    more = Buffer.alloc(0),
  ) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(host), Buffer.from([flags | PRESENT | (verifies ? VERIFIED : 0)]), count, more])
  }

  return {
    /** Makes the passkey. */
    make: (options: Options, spoiled: Spoiled = {}) => {
      user = options.user?.id ?? ''
      // COSE: an elliptic key (2) for ES256 (-7) on P-256 (1).
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          ...([
            [1, 2],
            [3, -7],
            [-1, 1],
          ] as const),
          ...([
            [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
            [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
          ] as const),
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key])
      const authenticatorData = authData(options.rp?.id ?? '', HAS_CREDENTIAL, spoiled, credential)
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authenticatorData)],
        ]),
      )
      return {
        handle: base64url(id),
        clientDataJSON: base64url(clientData('webauthn.create', options, spoiled)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
    },
    /** Signs a login. */
    sign: (options: Options, spoiled: Spoiled = {}) => {
      const client = clientData('webauthn.get', options, spoiled)
      const authenticatorData = authData(options.rpId ?? '', 0, spoiled)
      const signed = createSign('sha256').update(Buffer.concat([authenticatorData, sha256(client)]))
      return {
        handle: base64url(id),
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signed.sign(privateKey)),
        userHandle: user,
      }
    },
  }
}
