import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemBody, ProblemCode } from '../../../shared/contract/problem.ts'
import { isAccountGone, isDatabaseAway } from '../db/problems.ts'
import { troubleOf } from '../db/connection-errors.ts'
import { AppError, unavailable } from './app-error.ts'
import { isSeen, PROBLEM_PAGE_HEADERS, problemPage } from './problem-page.ts'

/** The problem for each status of a framework error. */
const CODE_OF_STATUS: Partial<Record<number, ProblemCode>> = {
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_type',
}

const asAppError = (error: unknown, request: FastifyRequest): AppError => {
  if (error instanceof AppError) return error
  // The client has disconnected, so nobody receives this.
  if (error === request.raw.errored) return new AppError('malformed_request')
  if (isAccountGone(error)) return new AppError('session_ended')
  if (isDatabaseAway(error)) return unavailable(error)
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  if (status >= 400 && status < 500) return new AppError(CODE_OF_STATUS[status] ?? 'malformed_request')
  return new AppError('unexpected')
}

const bodyOf = ({ statusCode, code, message, fields, body }: AppError, requestId: string) =>
  ({
    ...body,
    statusCode,
    error: STATUS_CODES[statusCode] ?? 'Error',
    code,
    message,
    ...(fields && { fields }),
    requestId,
  }) satisfies ProblemBody

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Answers an error as `problemBody` of contract/problem.ts, or as a page if a file was opened in a browser tab. A 5xx
 * hides its cause, which is only logged.
 */
export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const problem = asAppError(error, request)
  const level = problem.logged ?? (troubleOf(error) === 'busy' ? 'warn' : 'error')
  if (problem.statusCode >= 500 && level !== 'not')
    request.log[level]({ err: error, requestId: request.id }, level === 'warn' ? 'busy' : 'request failed')
  const body = bodyOf(problem, request.id)
  void reply.code(problem.statusCode).headers(problem.headers)
  if (isSeen(request, reply)) void reply.headers(PROBLEM_PAGE_HEADERS).send(problemPage(body, request))
  else void reply.type(JSON_TYPE).send(body)
}

/** A complete response as text, for bytes that never became a request. It is the last one on its connection. */
export const rawAnswer = (code: ProblemCode, headers: Record<string, string>): string => {
  const problem = new AppError(code)
  const { statusCode } = problem
  const body = JSON.stringify(bodyOf(problem, randomUUID()))
  const lines = Object.entries({
    ...headers,
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}\r\n${lines.join('')}\r\n${body}`
}
