import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { type SessionBody } from '../../../src/shared/identity/auth.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Client, PASSWORD, startTestApp, type TestApp } from '../../support/test-app.ts'

export const SESSION = 'roomfolio_session'
export const DOWNLOAD = 'roomfolio_download'

export const cookieOf = (response: LightMyRequestResponse, name: string) =>
  response.cookies.find((cookie) => cookie.name === name)

/** The tokens that /login or /refresh sets; under https the names have prefixes. */
export const handed = (response: LightMyRequestResponse) => {
  const valueOf = (name: string) => response.cookies.find((cookie) => cookie.name.endsWith(name))?.value ?? ''
  expect(response.statusCode).toBe(200)
  return {
    access: response.json<SessionBody>().accessToken,
    refresh: valueOf(SESSION),
    download: valueOf(DOWNLOAD),
  }
}

type Handed = ReturnType<typeof handed>

/** Each cookie under its http and its https name. */
export const sent = ({ refresh, download }: Partial<Pick<Handed, 'refresh' | 'download'>>) => ({
  ...(refresh !== undefined && { [SESSION]: refresh, [`__Host-${SESSION}`]: refresh }),
  ...(download !== undefined && { [DOWNLOAD]: download, [`__Secure-${DOWNLOAD}`]: download }),
})

export const logIn = (app: FastifyInstance, body: object = {}) =>
  app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD, ...body } })

export const refresh = (app: FastifyInstance, token: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/refresh', cookies: sent({ refresh: token }), headers })

export const projectsStatus = async (app: FastifyInstance, access: string) =>
  (await new Client(app, access).call(listProjects, {})).status

export const ALIVE = { access: 204, refresh: 200, download: 404 }
export const DEAD = { access: 401, refresh: 401, download: 401 }

/** What each token of a session still opens. The download names no file: 404 means the session is valid. */
export const whatOpens = async (app: FastifyInstance, tokens: Handed) => ({
  access: await projectsStatus(app, tokens.access),
  download: (await app.inject({ url: '/download/AAAAAAAAAAAAAAAAAAAAAA', cookies: sent(tokens) })).statusCode,
  refresh: (await refresh(app, tokens.refresh)).statusCode,
})

export const startWithRobin = async (config: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> => {
  const started = await startTestApp(config)
  await started.newUser('robin')
  return started
}
