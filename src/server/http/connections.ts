import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '../clock.ts'
import type { ProblemCode } from '../../shared/problem.ts'
import type { Leave } from '../leave.ts'

/** How long callers may keep us waiting, in milliseconds. */
export interface Patience {
  /** For the whole head of a request, and before the first one. */
  head: number
  /** For a body that does not come, or for an answer that is not taken, on average at LEAST_BYTES_PER_SECOND. */
  body: number
  answer: number
  /** For what is under way when the server stops. */
  stop: number
}

/**
 * The system shows us only now and then that a slow caller takes something: when a third of its buffer of some megabytes
 * has gone. So answers are waited for longer.
 */
const PATIENCE: Patience = { head: 30 * SECOND, body: 30 * SECOND, answer: 60 * SECOND, stop: 5 * SECOND }
/** Nobody sends or takes a file so slowly and waits for its end. */
const LEAST_BYTES_PER_SECOND = 500
const LOOK_EVERY = SECOND
const IDLE = 72 * SECOND

/** What a caller may still do nothing for, in milliseconds, and how many bytes had moved when we last looked. */
interface Allowance {
  left: number
  moved: number
}

interface Connection {
  /** The newest one; those before it have arrived. */
  exchange: { request: IncomingMessage; response: ServerResponse } | undefined
  body: Allowance
  answer: Allowance
}

/** Bytes that the system has taken from us for the caller. Node itself goes by these to tell whether a write moves. */
const takenBySystem = (socket: Socket): number => {
  const { _handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return _handle ? _handle.bytesWritten - _handle.writeQueueSize : 0
}

/** Whether a body is late by the caller's fault: all that came of it has been read. */
const isBodyAwaited = ({ exchange }: Connection): boolean =>
  exchange !== undefined && !exchange.request.complete && exchange.request.readableLength === 0

/** Whether what is written now would stand in the place of an answer, and not in the middle of one. */
const mayAnswer = (socket: Socket, { exchange }: Connection): boolean => {
  if (!socket.writable) return false
  if (!exchange) return true
  const { request, response } = exchange
  return response.headersSent ? response.writableFinished && request.complete : response.socket === socket
}

export interface Connections {
  /** A server whose callers are not waited for without end. For Fastify, which may need several. */
  serve: (handle: RequestListener) => Server
  /** Gives what is under way a moment to end, and hangs up on all who are left then. */
  endSoon(): void
}

/**
 * Keeps callers from holding connections that they do not use: those who send a head or a body, or take an answer, slower
 * than anybody does. However long a request takes us is nothing to do with it. `refusal` gives the text of a whole answer.
 * While the server takes its leave, each answer ends its connection: what a proxy keeps open may be closed at any moment.
 */
export const keepConnections = (
  refusal: (code: ProblemCode) => string,
  given: Partial<Patience> | undefined,
  leave: Leave,
): Connections => {
  const patience = { ...PATIENCE, ...given }
  const lookEvery = Math.min(LOOK_EVERY, patience.body / 5, patience.answer / 5)
  const connections = new Map<Socket, Connection>()

  /** Answers why, if nothing was answered yet, and hangs up. */
  const refuse = (socket: Socket, connection: Connection, code: ProblemCode): void => {
    if (mayAnswer(socket, connection)) socket.write(refusal(code))
    socket.destroySoon()
  }

  /** Takes off the time since the last look, and adds what it has earned by what moved. False when it is used up. */
  const goOn = (allowance: Allowance, isAwaited: boolean, most: number, moved: number): boolean => {
    const earned = ((moved - allowance.moved) / LEAST_BYTES_PER_SECOND) * SECOND
    allowance.left = isAwaited ? Math.min(most, allowance.left - lookEvery + earned) : most
    allowance.moved = moved
    return allowance.left > 0
  }

  // A look counts as one, however late it comes: while we were busy nobody could be heard.
  const look = () => {
    for (const [socket, connection] of connections) {
      const { exchange } = connection
      if (exchange?.request.complete && exchange.response.writableFinished) connection.exchange = undefined
      const isAnswerAwaited = socket.writableLength > 0
      if (!goOn(connection.answer, isAnswerAwaited, patience.answer, takenBySystem(socket))) socket.destroy()
      else if (!goOn(connection.body, isBodyAwaited(connection), patience.body, socket.bytesRead)) {
        refuse(socket, connection, 'too_slow')
      }
    }
  }

  let looking: NodeJS.Timeout | undefined
  const onConnection = (socket: Socket) => {
    connections.set(socket, {
      exchange: undefined,
      body: { left: patience.body, moved: 0 },
      answer: { left: patience.answer, moved: 0 },
    })
    socket.once('close', () => {
      connections.delete(socket)
      if (connections.size > 0) return
      clearInterval(looking)
      looking = undefined
    })
    looking ??= setInterval(look, lookEvery).unref()
  }

  const onUnreadable = (error: NodeJS.ErrnoException, stream: NodeJS.WritableStream) => {
    const socket = stream as Socket
    const connection = connections.get(socket)
    // A reset connection has nobody at its other end.
    if (!connection || error.code === 'ECONNRESET' || socket.destroyed) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(socket, connection, 'too_slow')
    else if (error.code === 'HPE_HEADER_OVERFLOW') refuse(socket, connection, 'head_too_large')
    else refuse(socket, connection, 'malformed_request')
  }

  return {
    serve(handle) {
      const options = {
        // Whoever sends none is told so in the form of every problem (security-headers.ts).
        requireHostHeader: false,
        headersTimeout: patience.head,
        // Bodies have no longest time, as long as they move.
        requestTimeout: 0,
        connectionsCheckingInterval: Math.min(LOOK_EVERY, patience.head / 5),
        keepAliveTimeout: IDLE,
      }
      const server = createServer(options, (request, response) => {
        const connection = connections.get(request.socket)
        if (connection) connection.exchange = { request, response }
        if (leave.isTaken) response.shouldKeepAlive = false
        handle(request, response)
      })
      leave.add(server)
      server.on('connection', onConnection)
      server.on('clientError', onUnreadable)
      // Nothing but 100-continue can be expected, and a server need not mind the rest.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response))
      return server
    },

    endSoon() {
      const cut = () => {
        for (const socket of connections.keys()) socket.destroy()
      }
      setTimeout(cut, patience.stop).unref()
    },
  }
}
