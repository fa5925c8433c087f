import { createSocket } from 'node:dgram'
import { getServers, setServers } from 'node:dns/promises'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { isAllowedHost, mayReach, postTo, whyUnreachable } from './send-to-address.ts'

test.each([
  ['203.0.114.7', true, true],
  ['8.8.8.8', true, true],
  ['2606:4700::1111', true, true],
  // Private: only where a setting names the host.
  ['127.0.0.1', false, true],
  ['10.1.2.3', false, true],
  ['172.16.0.1', false, true],
  ['192.168.1.20', false, true],
  ['100.64.0.1', false, true],
  ['::1', false, true],
  ['fd12:3456::1', false, true],
  ['::ffff:192.168.1.20', false, true],
  // Never: link-local, metadata of clouds, what is no host, and other ways to write an IPv4 address.
  ['169.254.169.254', false, false],
  ['::ffff:169.254.169.254', false, false],
  ['fe80::1', false, false],
  ['fe80::1%eth0', false, false],
  ['100.100.100.200', false, false],
  ['168.63.129.16', false, false],
  ['192.0.0.192', false, false],
  ['fd00:ec2::254', false, false],
  ['fd20:ce::254', false, false],
  ['0.0.0.0', false, false],
  ['::', false, false],
  ['224.0.0.1', false, false],
  ['ff02::1', false, false],
  ['255.255.255.255', false, false],
  ['::7f00:1', false, false],
  ['64:ff9b::a9fe:a9fe', false, false],
  ['64:ff9b:1::a9fe:a9fe', false, false],
  ['2002:a9fe:a9fe::1', false, false],
  ['2001:0:a9fe:a9fe::1', false, false],
])('%s is reached: %s, and where its host is allowed: %s', (address, always, allowed) => {
  expect([mayReach(address, false), mayReach(address, true)]).toEqual([always, allowed])
})

const MESSAGE = { headers: {}, body: '', allowedHosts: [] }

test('a name is asked of name servers directly, so that a silent one keeps no other lookup waiting', async () => {
  const silent = createSocket('udp4')
  silent.bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const before = getServers()
  setServers([`127.0.0.1:${silent.address().port}`])
  onTestFinished(() => {
    setServers(before)
    silent.close()
  })
  const stop = new AbortController()
  const asked = once(silent, 'message') as Promise<[Buffer]>
  const posted = postTo(new URL('https://silent.example/'), MESSAGE, stop.signal)
  expect((await asked)[0].toString('latin1')).toContain('silent')
  stop.abort()
  await expect(posted).rejects.toThrow('No connection')
})

test.each(['localhost', 'localhost.', 'printer', 'a.localhost', 'homeassistant.local'])(
  '%s is in a private network',
  async (host) => {
    const posted = postTo(new URL(`https://${host}/`), MESSAGE, new AbortController().signal)
    await expect(posted).rejects.toThrow('private network')
  },
)

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate isn’t trusted.'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'The certificate isn’t trusted.'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'The certificate isn’t trusted.'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'The certificate isn’t trusted.'],
  ['CERT_HAS_EXPIRED', 'The certificate has expired or isn’t valid yet.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another host name.'],
  ['ECONNREFUSED', 'No connection, or no answer within 10 seconds.'],
  ['ECONNRESET', 'No connection, or no answer within 10 seconds.'],
])('the error %s is told as: %s', (code, sentence) => {
  expect(whyUnreachable(Object.assign(new Error('failed'), { code }))).toBe(sentence)
})

test.each([
  ['http://homeassistant.local:8123/hook', true],
  ['http://homeassistant.local/hook', false],
  ['https://n8n.lan/hook', true],
  ['https://n8n.lan:5678/hook', false],
  ['http://192.168.1.20:9000', true],
  ['http://[fd12::1]:8123', true],
  ['http://[fd12::1]', false],
  ['http://[fd12::2]:1', true],
])('a setting that names a port allows that port alone: %s', (address, allowed) => {
  const hosts = ['homeassistant.local:8123', 'n8n.lan:443', '192.168.1.20', '[fd12::1]:8123', 'fd12::2']
  expect(isAllowedHost(new URL(address), hosts)).toBe(allowed)
})
