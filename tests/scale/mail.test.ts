import { expect, onTestFinished, test } from 'vitest'
import type { ResponseOf } from '../../src/shared/contract/endpoint.ts'
import type { getOverview } from '../../src/shared/admin/overview.api.ts'
import { MailServer } from '../support/mail-server.ts'
import { until } from '../support/until.ts'
import { startMain } from './built-server.ts'
import { sendTo, startWriters } from './writers.ts'

const OWNER = 'owner@homes.example'
const METRICS_TOKEN = 'token-of-the-tests-of-mail'

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

test.each<[string, (mailServer: MailServer) => Promise<void> | void]>([
  ['dead', (mailServer) => mailServer.stop()],
  ['hanging', (mailServer) => mailServer.will('hang')],
  ['refusing', (mailServer) => mailServer.will('refuse')],
])('a mail server that is %s delays nobody, Overview says so, and waiting mails go out once', async (how, begin) => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const { origin } = await startMain({ SMTP_URL: mailServer.url, CONTACT_EMAIL: OWNER, METRICS_TOKEN })
  const writers = await startWriters(sendTo(origin))
  const { authorization } = writers
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const began = performance.now()
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    console.log(`mail server ${how}: POST ${path} ${answer.status} after ${seconds(began)}`)
    return answer
  }
  const overview = async () =>
    (await (await fetch(`${origin}/overview`, { headers: { authorization } })).json()) as ResponseOf<typeof getOverview>
  const mailsTo = (address: string) => mailServer.received.filter(({ recipients }) => recipients.includes(address))

  await begin(mailServer)
  const began = performance.now()
  expect((await post('/forgot', { user: 'robin' })).status).toBe(200)
  const about = { about: 'Our kitchen', preferredTimes: 'Any' }
  const visitor = { name: 'Sam', email: 'sam@visitors.example', phone: '(555) 010-0177', ...about }
  expect((await post('/consultation', { inputs: visitor }, { 'idempotency-key': 'once' })).status).toBe(201)
  await until(async () => (await overview()).mailFails)
  expect(await overview()).toMatchObject({ sendsMail: false, mailFailure: { why: expect.any(String) } })
  const refused = await post('/forgot', { user: 'robin' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
  const tested = await post('/testmail', {}, { authorization })
  expect(await tested.json()).toMatchObject({ sent: false })
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  await writers.more(20)

  if (how === 'dead') await mailServer.start()
  mailServer.will('accept')
  const back = performance.now()
  await until(() => mailsTo('robin@example.com').length > 0 && mailsTo(OWNER).length > 0)
  console.log(`mail server ${how}: what waited went out ${seconds(back)} after it was back`)
  await until(async () => {
    const told = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    return (await told.text()).includes('roomfolio_jobs{state="failed"} 0')
  })
  await until(async () => !(await overview()).mailFails)
  expect([mailsTo('robin@example.com').length, mailsTo(OWNER).length]).toEqual([1, 1])
  const pause = writers.longestPause(began)
  console.log(`mail server ${how}: ${pause.toFixed(1)} s without an acknowledged write; ${writers.report()}`)
  expect(pause).toBeLessThan(30)
  await writers.expectAll()
})
