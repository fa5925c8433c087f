import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS, type ProblemBody, type ProblemCode } from '../../shared/problem.ts'
import { isAccountGone, isDatabaseAway } from '../db/problems.ts'
import { AppError, unavailable } from './app-error.ts'

/** What a framework error of each status is to the caller. */
const CODE_OF_STATUS: Partial<Record<number, ProblemCode>> = {
  404: 'not_found',
  413: 'body_too_large',
  415: 'unsupported_type',
}

const asAppError = (error: unknown): AppError => {
  if (error instanceof AppError) return error
  if (isAccountGone(error)) return new AppError('session_ended')
  if (isDatabaseAway(error)) return unavailable(error)
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  if (status >= 400 && status < 500) return new AppError(CODE_OF_STATUS[status] ?? 'malformed_request')
  return new AppError('unexpected')
}

/** Answers an error as `problemBody` of shared/problem.ts. A 5xx says nothing of its cause; the log does. */
export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const problem = asAppError(error)
  const { statusCode, code, message, fields } = problem
  if (statusCode >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')
  const body: ProblemBody = {
    statusCode,
    error: STATUS_CODES[statusCode] ?? 'Error',
    code,
    message,
    ...(fields && { fields }),
    requestId: request.id,
  }
  void reply
    .code(statusCode)
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .send({ ...problem.body, ...body })
}

export const documentedStatus = (code: ProblemCode): number => PROBLEMS[code][0]
