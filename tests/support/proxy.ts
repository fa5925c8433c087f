import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer that the server has sent and the caller has not received. */
export interface HeldAnswer {
  pass(): void
  /** Cuts the connection instead. */
  lose(): void
}

type Matcher = (request: IncomingMessage) => boolean

/** Between browser and server: a connection that can be cut after the server has done its work. */
export class Proxy {
  url = ''
  readonly #target: () => string
  readonly #server = createServer((...exchange) => this.#pass(...exchange))
  readonly #holds: { matches: Matcher; tell: (held: HeldAnswer) => void }[] = []

  constructor(target: () => string) {
    this.#target = target
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  /** Holds the answer to the next such request, and resolves when the server has answered. */
  holdAnswer(method: string, path: string, leastBytes = 0): Promise<HeldAnswer> {
    return new Promise((tell) => {
      const matches: Matcher = ({ method: its, url, headers }) =>
        its === method && url === path && Number(headers['content-length']) >= leastBytes
      this.#holds.push({ matches, tell })
    })
  }

  readonly #pass: RequestListener = (request, answer) => {
    const at = this.#holds.findIndex(({ matches }) => matches(request))
    const [hold] = at < 0 ? [] : this.#holds.splice(at, 1)
    const { method, url, headers } = request
    const onward = send(new URL(url ?? '/', this.#target()), { method: method ?? 'GET', headers })
    const cut = () => request.socket.destroy()
    onward.on('error', cut)
    request.on('close', () => {
      if (!request.complete) onward.destroy()
    })
    onward.on('response', (response) => {
      const pass = () => {
        // Browsers retry a request on their own if a reused connection breaks.
        answer.writeHead(response.statusCode ?? 502, { ...response.headers, connection: 'close' })
        response.on('error', cut).pipe(answer)
      }
      if (hold) hold.tell({ pass, lose: cut })
      else pass()
    })
    request.pipe(onward)
  }
}
