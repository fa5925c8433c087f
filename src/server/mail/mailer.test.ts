import fastify from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MailServer } from '../../../tests/support/mail-server.ts'
import { oneLine, openMailer } from './mailer.ts'

const MAIL = { to: 'robin@example.com', subject: 'Hello', text: 'Hello' }
const { log } = fastify({ logger: false })

const start = async () => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const mail = openMailer({ smtpURL: mailServer.url, mailFrom: 'post@homes.example' })
  if (!mail) throw new Error('There is a mail server.')
  return { mailServer, mail }
}

test('without a mail server there is no mailer', () => {
  expect(openMailer({ smtpURL: null, mailFrom: 'post@homes.example' })).toBeUndefined()
})

describe('a mailer that closes', () => {
  test('lets what is under way end', async () => {
    const { mailServer, mail } = await start()
    for (let n = 0; n < 3; n++) mail.inBackground(log, () => mail.send(MAIL))
    await mail.close()
    expect(mailServer.received).toHaveLength(3)
  })

  test('sends nothing any more', async () => {
    const { mailServer, mail } = await start()
    await mail.close()
    await expect(mail.send(MAIL)).rejects.toThrow()
    expect(mailServer.received).toEqual([])
  })
})

test('work in the background that fails harms nobody', async () => {
  const { mailServer, mail } = await start()
  mail.inBackground(log, () => Promise.reject(new Error('nothing there')))
  mail.inBackground(log, () => mail.send(MAIL))
  await mailServer.waitForMail(MAIL.to)
  expect(mailServer.received).toHaveLength(1)
})

test.each([
  ['a\r\nb', 'a b'],
  [' a\u2028\u0085b\u0000 ', 'a b'],
  ['a \t\n b', 'a b'],
  ['Zoë 😀', 'Zoë 😀'],
])('%j stands on one line', (text, line) => {
  expect(oneLine(text)).toBe(line)
})
