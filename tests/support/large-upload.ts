import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const MIB = 1024 * 1024
const BOUNDARY = 'roomfolio-large-boundary'
const END = `\r\n--${BOUNDARY}--\r\n`

/** Streams a file of this many MiB and returns the status and its remote. */
export const uploadLarge = async (
  origin: string,
  accessToken: string,
  { name, megabytes }: { name: string; megabytes: number },
): Promise<{ status: number; remote: string }> => {
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  const sent = request(`${origin}/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + megabytes * MIB + END.length,
    },
  })
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      response.toArray().then((chunks: Buffer[]) => {
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
      }, reject)
    })
  })
  const body = function* () {
    yield Buffer.from(head)
    // Different in each file, so that none is deduplicated.
    for (let n = 0; n < megabytes; n++) yield Buffer.alloc(MIB, `${name}, part ${n}. `)
    yield Buffer.from(END)
  }
  // A server that refuses need not read it all; `sent` also reports broken connections.
  void pipeline(Readable.from(body()), sent).catch(() => {})
  const { status, body: text } = await answer
  sent.destroy()
  const [file] = status === 200 ? (JSON.parse(text) as { remote: string }[]) : []
  return { status, remote: file?.remote ?? '' }
}
