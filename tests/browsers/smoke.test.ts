import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { login, register } from '../../src/shared/identity/auth.api.ts'
import type { EndpointSpec } from '../../src/shared/contract/endpoint.ts'
import { getQRLink } from '../../src/shared/sharing/links.api.ts'
import { PASSWORD, registrationOf } from '../support/test-app.ts'
import { startFirefox, startWebKit } from './web-driver.ts'

/** The built product with one user, robin; removed with the test. */
const startProduct = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'roomfolio-browsers-'))
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  let said = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /running at (http:\S+)/.exec(said)?.[1]
      if (address) resolve(address)
    })
    void ended.then(() => reject(new Error(`The server ended:\n${said}`)))
  })
  const post = async ({ method, path }: EndpointSpec, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(origin + path, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as Record<string, string>
  }
  await post(register, registrationOf('robin'))
  return { origin, post }
}

const heading = (text: string) => `//h1[contains(., "${text}")]`
const link = (text: string) => `//main//a[contains(., "${text}")]`
const button = (text: string) => `//main//button[contains(., "${text}")]`
const field = (label: string) => `//input[@id = //label[contains(., "${label}")]/@for]`

const SAVED = '//main//*[text() = "Satin brass, satin"]'

test.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])(
  'in %s a user logs in, opens a room, an item and its PDF, saves, stays logged in, logs out, and reads by a link, and axe finds nothing',
  async (_, start) => {
    const { origin, post } = await startProduct()
    const browser = await start()
    const expectAccessible = async () => expect(await browser.axeFindings()).toEqual([])
    await browser.open(`${origin}/selectproject`)
    await browser.see(field('Username or Email'))
    await expectAccessible()
    await browser.type(field('Username or Email'), 'robin')
    await browser.type(field('Password'), PASSWORD)
    await browser.click(button('Login'))
    await browser.see(heading('My Projects'))
    await expectAccessible()

    await browser.click(button('Try a Sample Project'))
    await browser.click(link('Kitchen'))
    await browser.see(heading('Kitchen'))
    await expectAccessible()
    await browser.click(link('Castellan'))
    await browser.see(heading('Castellan'))
    await expectAccessible()
    await browser.click('//*[@role = "tab"][contains(., "Attachments")]')
    await browser.click(button('castellan-7120-installation'))
    await browser.see('//*[@aria-label = "File Previewer"]//canvas')

    await browser.click('//*[@role = "tab"][contains(., "Item Details")]')
    await browser.type(field('Finish'), ', satin')
    await browser.click(button('Update Item'))
    await browser.see(SAVED)
    await browser.open(`${origin}/help`)
    await browser.see(heading('Help'))
    await expectAccessible()
    // The cookie keeps the session.
    await browser.open(`${origin}/roomitems?roomID=1`)
    await browser.see(SAVED)
    await browser.click('//header//button[contains(., "Log Out")]')
    await browser.see('//header//a[contains(., "Log In")]')
    await browser.open(`${origin}/roomitems?roomID=1`)
    await browser.see(heading('Log In'))

    // The link that a tradesman scans.
    const { accessToken } = await post(login, { user: 'robin', pwd: PASSWORD })
    const { address = '' } = await post(getQRLink, { roomID: 1 }, accessToken)
    await browser.open(address)
    await browser.click(button('Castellan'))
    await browser.see(SAVED)
    expect(await browser.run(() => location.pathname)).toMatch(/^\/view\//)
  },
)
