import { expect, test } from 'vitest'
import { startTestApp } from '../../support/test-app.ts'

const url = '/.well-known/security.txt'

test('/.well-known/security.txt names the contact of the installation, for half a year', async () => {
  const contact = { contactEmail: 'me@homes.example', contactIsExample: false }
  const { app, clock } = await startTestApp({ ...contact, publicURL: 'https://homes.example' })
  const { headers, body } = await app.inject({ url })
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const expires = new Date(clock.now().getTime() + 180 * 24 * 60 * 60 * 1000).toISOString()
  expect(body).toBe(
    `Contact: mailto:me@homes.example\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: https://homes.example${url}\n`,
  )
})

test('/.well-known/security.txt is absent while the contact is an example', async () => {
  const { app } = await startTestApp({ contactIsExample: true })
  expect((await app.inject({ url })).statusCode).toBe(404)
})
