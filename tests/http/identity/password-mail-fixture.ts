import { onTestFinished } from 'vitest'
import { login, resetPassword } from '../../../src/shared/identity/auth.api.ts'
import { linkIn, MailServer, type ReceivedMail } from '../../support/mail-server.ts'
import { Client, startTestApp } from '../../support/test-app.ts'

export const NEW = 'another horse'
export const PUBLIC_URL = 'https://homes.example.com'

export const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const settings = { smtpURL: mailServer.url, publicURL: PUBLIC_URL, mailFrom: 'post@homes.example', ...config }
  const started = await startTestApp(settings)
  const robin = await started.newUser('robin')
  return { ...started, mailServer, robin }
}

export type Started = Awaited<ReturnType<typeof start>>
export const tokenIn = (mail: ReceivedMail): string => linkIn(mail).hash.slice(1)
export const reset = (client: Client, token: string, newPass = NEW) =>
  client.call(resetPassword, { body: { token, newPass } })

export const loginStatus = async (client: Client, pwd: string, user = 'robin') =>
  (await client.call(login, { body: { user, pwd } })).status
