import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SECOND } from '../lib/clock.ts'
import type { ProblemCode } from '../../../shared/contract/problem.ts'
import type { GracefulShutdown } from './graceful-shutdown.ts'

/** Timeouts for slow clients, in milliseconds. */
export interface Patience {
  /** For the complete head of a request, and before the first one. */
  head: number
  /** While a body makes next to no progress or a response is not received. */
  silence: number
  /** For running requests when the server stops. */
  stop: number
}

const PATIENCE: Patience = { head: 30 * SECOND, silence: 60 * SECOND, stop: 5 * SECOND }
/** Of a body, on average while it is quiet for no longer; the slowest phones send ten times as much. */
const LEAST_BYTES_PER_SECOND = 512
/** Longer than proxies keep idle connections. */
const IDLE = 72 * SECOND

export interface Servers {
  /** Creates a server for Fastify, which may need several. */
  serve(handle: RequestListener): Server
  /** Gives running requests a moment to finish, then closes all remaining connections. */
  endSoon(): void
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Servers with Node's timeouts. `refusal` returns a complete response as text. During shutdown each response closes its
 * connection, because connections kept alive by a proxy may be closed at any moment.
 */
export const openServers = (
  refusal: (code: ProblemCode) => string,
  given: Partial<Patience> | undefined,
  leave: GracefulShutdown,
): Servers => {
  const patience = { ...PATIENCE, ...given }
  const servers: Server[] = []
  const latest = new WeakMap<Socket, ServerResponse>()

  /** Whether bytes written now would be read as a response, not in the middle of one or after it. */
  const mayAnswer = (socket: Socket): boolean => {
    const response = latest.get(socket)
    if (!socket.writable || !response) return socket.writable
    return response.headersSent ? response.writableFinished && response.req.complete : response.socket === socket
  }

  const refuse = (socket: Socket, code: ProblemCode): void => {
    if (mayAnswer(socket)) socket.write(refusal(code))
    socket.destroySoon()
  }

  /** Ends a request whose body only drips: it would keep one of its user's turns to send. */
  const watchRate = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request
    const least = (LEAST_BYTES_PER_SECOND * patience.silence) / SECOND
    let before = socket.bytesRead
    const timer = setInterval(() => {
      const arrived = socket.bytesRead - before
      before += arrived
      if (!request.complete && arrived < least) refuse(socket, 'too_slow')
    }, patience.silence).unref()
    response.on('close', () => clearInterval(timer))
  }

  const refuseUnreadable = ({ code }: NodeJS.ErrnoException, stream: Duplex): void => {
    const socket = stream as Socket
    // Nobody is left on a reset connection.
    if (code === 'ECONNRESET' || socket.destroyed) return
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(socket, 'too_slow')
    else refuse(socket, code === 'HPE_HEADER_OVERFLOW' ? 'head_too_large' : 'malformed_request')
  }

  const listener =
    (handle: RequestListener): RequestListener =>
    (request, response) => {
      latest.set(request.socket, response)
      // With a listener Node leaves the timeout to us: our own work may take longer than a client may be silent.
      response.on('timeout', (socket: Socket) => {
        if (!request.complete) refuse(socket, 'too_slow')
        else if (socket.writableLength > 0) socket.destroy()
      })
      if (hasBody(request)) watchRate(request, response)
      if (leave.isTaken) response.shouldKeepAlive = false
      handle(request, response)
    }

  return {
    serve(handle) {
      const options = {
        // Requests without Host get a proper problem response (security-headers.ts).
        requireHostHeader: false,
        headersTimeout: patience.head,
        connectionsCheckingInterval: Math.min(SECOND, patience.head / 5),
        // Uploads on slow connections may take any time; `timeout` and `watchRate` end those that make no progress.
        requestTimeout: 0,
        keepAliveTimeout: IDLE,
      }
      const server = createServer(options, listener(handle))
      server.timeout = patience.silence
      // 100-continue is the only expectation in use; servers may ignore others.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response))
      server.on('clientError', refuseUnreadable)
      servers.push(server)
      leave.add(server)
      return server
    },

    endSoon() {
      setTimeout(() => {
        for (const server of servers) server.closeAllConnections()
      }, patience.stop).unref()
    },
  }
}
