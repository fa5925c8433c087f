import type { LightMyRequestResponse } from 'fastify'
import { startTestApp, IN_FOLDER } from '../../support/test-app.ts'

export const bytesOf = {
  pdf: Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n'),
  png: Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb0043', 'hex'),
  gif: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
  zip: Buffer.from('504b0304140000000000', 'hex'),
  html: Buffer.from('<!doctype html><script>alert(document.cookie)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  xml: Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  xhtml: Buffer.from(
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
  ),
  script: Buffer.from('alert(1)'),
  text: Buffer.from('the plan'),
}

export const start = async () => {
  const started = await startTestApp(IN_FOLDER)
  const user = await started.newUser()
  return {
    ...started,
    user,
    /** The address of a new file. */
    add: async (name: string, bytes: Buffer) => {
      const [file] = await user.upload([{ name, bytes }])
      return `/download/${file?.remote}`
    },
  }
}

/** A stored file, and a function that requests it. */
export const startWithFile = async (name: string, bytes: Buffer) => {
  const started = await start()
  const url = await started.add(name, bytes)
  return { ...started, url, download: (headers: Record<string, string> = {}) => started.user.raw({ url, headers }) }
}

/** The name a browser saves the file under: the RFC 8187 form if present. */
export const savedAs = ({ headers }: LightMyRequestResponse): string | undefined => {
  const disposition = String(headers['content-disposition'])
  const extended = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]
  return quoted === undefined ? /filename=([^;"]+)/.exec(disposition)?.[1] : quoted.replace(/\\(.)/g, '$1')
}
