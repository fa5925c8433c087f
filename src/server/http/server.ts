import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { SECOND } from '../clock.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import type { Leave } from '../leave.ts'

/** How long callers may keep us waiting, in milliseconds. */
export interface Patience {
  /** For the whole head of a request, and before the first one. */
  head: number
  /** While nothing comes of a body, or nothing is taken of an answer. */
  silence: number
  /** For what is under way when the server stops. */
  stop: number
}

const PATIENCE: Patience = { head: 30 * SECOND, silence: 60 * SECOND, stop: 5 * SECOND }
/** Longer than proxies keep a connection without a request. */
const IDLE = 72 * SECOND

export interface Servers {
  /** For Fastify, which may need several. */
  serve(handle: RequestListener): Server
  /** Gives what is under way a moment to end, and then hangs up on all who are left. */
  endSoon(): void
}

/**
 * Servers with Node's time-outs. `refusal` gives the text of a whole answer. While the server takes its leave, each answer
 * ends its connection: what a proxy keeps open may be closed at any moment.
 */
export const openServers = (
  refusal: (code: ProblemCode) => string,
  given: Partial<Patience> | undefined,
  leave: Leave,
): Servers => {
  const patience = { ...PATIENCE, ...given }
  const servers: Server[] = []
  const latest = new WeakMap<Socket, ServerResponse>()

  /** Whether what is written now would stand in the place of an answer, and not in the middle of one or after it. */
  const mayAnswer = (socket: Socket): boolean => {
    const response = latest.get(socket)
    if (!socket.writable || !response) return socket.writable
    return response.headersSent ? response.writableFinished && response.req.complete : response.socket === socket
  }

  const refuse = (socket: Socket, code: ProblemCode): void => {
    if (mayAnswer(socket)) socket.write(refusal(code))
    socket.destroySoon()
  }

  const refuseUnreadable = ({ code }: NodeJS.ErrnoException, stream: Duplex): void => {
    const socket = stream as Socket
    // A reset connection has nobody at its other end.
    if (code === 'ECONNRESET' || socket.destroyed) return
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(socket, 'too_slow')
    else refuse(socket, code === 'HPE_HEADER_OVERFLOW' ? 'head_too_large' : 'malformed_request')
  }

  const listener =
    (handle: RequestListener): RequestListener =>
    (request, response) => {
      latest.set(request.socket, response)
      // With a listener Node leaves it to us: the server's own work may take longer than a caller may be silent.
      response.on('timeout', (socket: Socket) => {
        if (!request.complete) refuse(socket, 'too_slow')
        else if (socket.writableLength > 0) socket.destroy()
      })
      if (leave.isTaken) response.shouldKeepAlive = false
      handle(request, response)
    }

  return {
    serve(handle) {
      const options = {
        // Who sends none is answered in the form of every problem (security-headers.ts).
        requireHostHeader: false,
        headersTimeout: patience.head,
        connectionsCheckingInterval: Math.min(SECOND, patience.head / 5),
        // An upload on a slow line takes as long as it takes; `timeout` ends one that has stopped.
        requestTimeout: 0,
        keepAliveTimeout: IDLE,
      }
      const server = createServer(options, listener(handle))
      server.timeout = patience.silence
      // Nothing but 100-continue can be expected, and a server need not mind the rest.
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
