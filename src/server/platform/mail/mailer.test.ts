import { describe, expect, onTestFinished, test } from 'vitest'
import { MailServer } from '../../../../tests/support/mail-server.ts'
import { toSingleLine } from '../lib/to-single-line.ts'
import { failureOf, openMailer } from './mailer.ts'

const MAIL = { to: 'robin@example.com', subject: 'Hello', text: 'Hello' }

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

describe('a mailer', () => {
  test('sends nothing after it was closed', async () => {
    const { mailServer, mail } = await start()
    mail.close()
    await expect(mail.send(MAIL)).rejects.toThrow()
    expect(mailServer.received).toEqual([])
  })

  test('aborts a mail on request', async () => {
    const { mailServer, mail } = await start()
    mailServer.will('hang')
    const stopping = new AbortController()
    const sending = mail.send(MAIL, stopping.signal)
    await mailServer.waitForConnections(1)
    stopping.abort()
    await expect(sending).rejects.toThrow()
    expect(mailServer.received).toEqual([])
  })
})

test('a password is sent to other machines encrypted only, unless the setting allows more', async () => {
  const { mailServer } = await start()
  const send = async (smtpURL: string) => {
    const mail = openMailer({ smtpURL, mailFrom: 'post@homes.example' })
    onTestFinished(() => mail?.close())
    await mail?.send(MAIL)
  }
  // A local address without a local name.
  const elsewhere = mailServer.urlWithPassword.replace('127.0.0.1', '0.0.0.0')
  await expect(send(elsewhere)).rejects.toThrow('STARTTLS')
  expect(mailServer.received).toEqual([])
  for (const url of [mailServer.urlWithPassword, `${elsewhere}?requireTLS=false`, `${elsewhere}?ignoreTLS=true`])
    await send(url)
  expect(mailServer.received).toHaveLength(3)
})

test.each([
  [550, '5.1.1 No such user', 'recipient', true],
  [550, 'No such mailbox', 'recipient', true],
  [553, '5.1.3 Bad address', 'recipient', true],
  [452, '4.2.2 The mailbox is full', 'recipient', false],
  [451, 'Try again later', 'recipient', false],
  [554, '5.7.1 Not from you', 'recipient', false],
  [550, '5.7.1 Not from you', 'recipient', false],
  [450, '4.7.0 Too fast', 'mail', false],
  [450, '4.7.1 Greylisted, try again in 300 seconds', 'recipient', false],
  [451, '4.7.0 Graylisting in action', 'recipient', false],
] as const)('a recipient refused with %i %s is a failure of the %s', async (code, words, of, isFinal) => {
  const { mailServer, mail } = await start()
  mailServer.refuseRecipients(code, words)
  const failure = failureOf(await mail.send(MAIL).catch((error: unknown) => error))
  expect(failure).toEqual({ of, isFinal, why: expect.stringContaining(words) })
})

test.each([
  ['a\r\nb', 'a b'],
  [' a\u2028\u0085b\u0000 ', 'a b'],
  ['a \t\n b', 'a b'],
  ['Zoë 😀', 'Zoë 😀'],
])('%j is written on one line', (text, line) => {
  expect(toSingleLine(text)).toBe(line)
})
