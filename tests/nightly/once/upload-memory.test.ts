import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startS3Server } from '../../support/s3-server.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { uploadLarge } from '../../support/large-upload.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { PASSWORD, registrationOf } from '../../support/test-app.ts'

const MIB = 1024 * 1024
const MEGABYTES = 40
const UPLOADS = 10

const settingsOf = {
  folder: async () => ({ FILE_STORE: 'folder' }),
  bucket: async () => {
    const { settings } = await startS3Server()
    return {
      FILE_STORE: 's3',
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint ?? '',
      S3_ACCESS_KEY_ID: settings.credentials?.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: settings.credentials?.secretAccessKey ?? '',
    }
  },
}

const post = async (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test.each(['folder', 'bucket'] as const)(
  `memory does not grow with ${UPLOADS} uploads of ${MEGABYTES} MB at once, to a %s`,
  async (kind) => {
    const folder = temporaryFolder()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const database = { sqliteFile: join(folder, 'roomfolio.sqlite') }
    const settings = { ...(await settingsOf[kind]()), MAX_FILE_MB: String(MEGABYTES) }
    const { origin, peakMemory } = await startServerProcess(folder, database, settings)
    await post(`${origin}/register`, registrationOf('robin'))
    const session = await post(`${origin}/login`, { user: 'robin', pwd: PASSWORD })
    const { accessToken } = (await session.json()) as { accessToken: string }
    const upload = (name: string, megabytes: number) => uploadLarge(origin, accessToken, { name, megabytes })
    expect((await upload('first.bin', 1)).status).toBe(200)

    const before = await peakMemory()
    const answers = await Promise.all(Array.from({ length: UPLOADS }, (_, n) => upload(`${n}.bin`, MEGABYTES)))
    const grown = (await peakMemory()) - before
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(grown).toBeLessThan((UPLOADS * MEGABYTES * MIB) / 4)
  },
)
