import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

interface Load {
  url: string
  method?: string
  headers: Readonly<Record<string, string>>
  connections: number
  /** The body of the next request over a connection, undefined for none; null ends the connection. */
  next: (connection: number) => string | Buffer | null | undefined
}

/** Sends requests over kept connections, each after the answer to the one before. Throws unless all succeed. */
export const load = async ({ url, method = 'GET', headers, connections, next }: Load) => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = (body: string | Buffer | undefined) =>
    new Promise<void>((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
        response.on('error', reject)
        const { statusCode = 0 } = response
        if (statusCode >= 200 && statusCode < 300) return void response.resume().on('end', resolve)
        text(response).then((said) => reject(new Error(`${method} ${url}: ${statusCode} ${said}`)), reject)
      })
      sent.on('error', reject).end(body)
    })
  let answers = 0
  const begun = performance.now()
  try {
    await Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        for (let body = next(connection); body !== null; body = next(connection)) {
          await send(body)
          answers++
        }
      }),
    )
    return { answers, seconds: (performance.now() - begun) / 1000 }
  } finally {
    agent.destroy()
  }
}
