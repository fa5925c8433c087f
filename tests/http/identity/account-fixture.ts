import type { FastifyInstance } from 'fastify'
import { type SessionBody } from '../../../src/shared/identity/auth.api.ts'
import { Client, PASSWORD, registrationOf, startTestApp } from '../../support/test-app.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'

export const NEW_PASSWORD = 'battery staple'

/** What the form of a user made by `newUser` sends. */
export const formOf = (user: string) => ({ user, ...registrationOf(user).inputs })

/** Robin's form with a new e-mail address. */
export const moving = (more: object = {}) => ({ inputs: { ...formOf('robin'), email: 'new@example.org' }, ...more })

export const logIn = (app: FastifyInstance, body: object = {}) =>
  app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD, ...body } })

/** A browser's session. */
export const open = async (app: FastifyInstance) => {
  const response = await logIn(app)
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
  return { client: new Client(app, response.json<SessionBody>().accessToken), cookies }
}

export const refresh = async (app: FastifyInstance, { cookies }: Awaited<ReturnType<typeof open>>) =>
  (await app.inject({ method: 'POST', url: '/refresh', cookies })).statusCode

export const startWithRobin = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp(config)
  return { ...started, robin: await started.newUser('robin') }
}

export const WRONG = {
  ...problemWith('current_password_wrong'),
  fields: { currentPass: sentenceOf('current_password_wrong') },
}
