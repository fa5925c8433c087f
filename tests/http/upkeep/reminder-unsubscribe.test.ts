import { describe, expect, test } from 'vitest'
import { getReminders, updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { deleteTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { start, header, endLinkIn } from './reminders-fixture.ts'

describe('the link that ends reminders', () => {
  const ONE_CLICK = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  }
  const FORM_DATA = {
    headers: { 'content-type': 'multipart/form-data; boundary=one' },
    payload: '--one\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--one--\r\n',
  }

  test.each([
    ['as mail programs post a form', ONE_CLICK],
    ['as others post it', FORM_DATA],
    ['without a body', {}],
  ])('ends them with one click, %s, without a session', async (_, sent) => {
    const { app, on, task, morning, mails, signedIn } = await start()
    await task('Filter', on(-1))
    await morning()
    const [mail] = mails()
    expect(mail && header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = endLinkIn(mail)
    expect(link.href).toMatch(/^https:\/\/homes\.example\/endreminders\/[\w-]{43}$/)
    expect(mail?.text).toContain(link.href)
    const ended = await app.inject({ method: 'POST', url: link.pathname, ...sent })
    expect([ended.statusCode, ended.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const robin = await signedIn()
    expect(await robin.must(getReminders, {})).toMatchObject({ isOn: false, nextAt: null })
    // Again, by the same link with a quotation mark behind it, after they were turned on.
    await robin.must(updateReminders, { body: { isOn: true } })
    await app.inject({ method: 'POST', url: `${link.pathname}%E2%80%9D`, ...sent })
    expect(await robin.must(getReminders, {})).toMatchObject({ isOn: false })
  })

  test('changes nothing when a program follows it, and shows a page with a button', async () => {
    const { app, on, task, morning, mails, signedIn } = await start()
    await task('Filter', on(-1))
    await morning()
    const { pathname: url } = endLinkIn(mails()[0])
    for (const method of ['GET', 'HEAD'] as const) {
      const shown = await app.inject({ method, url, headers: { accept: 'text/html' } })
      expect([shown.statusCode, shown.headers['cache-control']]).toEqual([200, 'no-store'])
      if (method === 'GET') expect(shown.body).toMatch(/<form method="post"><button.*Turn Off Reminders/)
      expect(shown.headers['content-security-policy']).toContain("default-src 'none'")
    }
    expect(await (await signedIn()).must(getReminders, {})).toMatchObject({ isOn: true })
    await morning()
    expect(mails()).toHaveLength(2)
  })

  test('works after a restore, which has no tokens: before the next mail and after it', async () => {
    const { app, db, on, task, morning, mails, signedIn } = await start()
    const { taskID } = await task('Filter', on(0))
    await task('Clean Gutters', on(15))
    await morning()
    const { pathname: url } = endLinkIn(mails()[0])
    await (await signedIn()).must(deleteTask, { query: { taskID } })
    const endsBy = async (link: string) => {
      await app.inject({ method: 'POST', url: link })
      const robin = await signedIn()
      const { isOn } = await robin.must(getReminders, {})
      await robin.must(updateReminders, { body: { isOn: true } })
      return !isOn
    }
    await db.deleteFrom('settings').where('key', '=', 'link_secret').execute()
    // Nothing is due.
    await morning()
    expect([mails().length, await endsBy(url)]).toEqual([1, true])
    await morning()
    const { pathname: renewed } = endLinkIn(mails()[1])
    expect(renewed).not.toBe(url)
    expect([await endsBy(url), await endsBy(renewed)]).toEqual([true, true])
  })

  test('answers an unknown token the same, as a page and as a POST', async () => {
    const { app, on, task, morning, mails } = await start()
    await task('Filter', on(-1))
    await morning()
    const { pathname } = endLinkIn(mails()[0])
    for (const method of ['GET', 'POST'] as const) {
      const all = await Promise.all(
        [pathname, `/endreminders/${'A'.repeat(43)}`, '/endreminders/short'].map(async (url) => {
          const { statusCode, body } = await app.inject({ method, url })
          return { statusCode, body }
        }),
      )
      expect(new Set(all.map((each) => JSON.stringify(each))).size, method).toBe(1)
    }
  })

  test('has a token that is stored hashed, is in no log, and cannot be guessed quickly', async () => {
    const { app, db, log, on, task, morning, mails } = await start({ logLevel: 'trace' })
    await task('Filter', on(-1))
    await morning()
    const { pathname } = endLinkIn(mails()[0])
    const token = pathname.split('/').at(-1) ?? ''
    await app.inject({ url: pathname })
    const statuses = new Set<number>()
    for (let n = 0; n < 65; n++)
      statuses.add((await app.inject({ method: 'POST', url: `/endreminders/${'A'.repeat(40)}${100 + n}` })).statusCode)
    expect([...statuses]).toEqual([200, 429])
    expect((await app.inject({ method: 'POST', url: pathname, ...ONE_CLICK })).statusCode).toBe(200)
    expect(JSON.stringify(log)).not.toContain(token)
    const rows = [
      await db.selectFrom('reminders').selectAll().execute(),
      await db.selectFrom('jobs').selectAll().execute(),
      await db.selectFrom('settings').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
