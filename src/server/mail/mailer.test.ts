import { describe, expect, onTestFinished, test } from 'vitest'
import { MailServer } from '../../../tests/support/mail-server.ts'
import { oneLine } from '../one-line.ts'
import { openMailer } from './mailer.ts'

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
  test('that is closed sends nothing any more', async () => {
    const { mailServer, mail } = await start()
    mail.close()
    await expect(mail.send(MAIL)).rejects.toThrow()
    expect(mailServer.received).toEqual([])
  })

  test('breaks off a mail when it is told to', async () => {
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

test.each([
  ['a\r\nb', 'a b'],
  [' a\u2028\u0085b\u0000 ', 'a b'],
  ['a \t\n b', 'a b'],
  ['Zoë 😀', 'Zoë 😀'],
])('%j stands on one line', (text, line) => {
  expect(oneLine(text)).toBe(line)
})
