import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { entriesOf, zipOf } from '../../support/project-file.ts'
import { multipart } from '../../support/test-app.ts'
import { startWithoutPapers } from './project-file-home.ts'
import { startWithGoodFile } from './hostile-project-file.ts'

describe('a hostile project file', () => {
  test('is refused if the ZIP is damaged, unsafe or does not match its contents', async () => {
    const { robin, sent, good, photo, addEntry, expectRefusals } = await startWithGoodFile()
    /** The good ZIP with other bytes at a place in the directory entry of a name. */
    const patched = async (name: string, at: number, bytes: readonly number[]) => {
      const zip = await zipOf(entriesOf(good))
      const place = zip.lastIndexOf(Buffer.from(name))
      zip.set(bytes, place - 46 + at)
      return zip
    }
    await expectRefusals({
      'no ZIP': [Buffer.from('hello'), /isn’t a ZIP/],
      nothing: [Buffer.of(), /isn’t a ZIP/],
      'a ZIP that is cut off': [sent.subarray(0, sent.length - 100), /isn’t a ZIP/],
      'a ZIP without its beginning': [sent.subarray(100), /isn’t a ZIP|no JSON|not/],
      'another ZIP': [await zipOf([['files/readme.txt', 'hello']]), /isn’t a Roomfolio project file/],
      'the export of an account': [
        (await robin.raw({ url: '/export' })).rawPayload,
        /export of an account.*one by one/,
      ],
      'two project files': [
        await zipOf(
          ['a', 'b'].flatMap((folder) => entriesOf(good).map(([name, bytes]) => [`${folder}/${name}`, bytes] as const)),
        ),
        /several projects/,
      ],
      'a file beside the folder of a project': [
        await zipOf([...entriesOf(good).map(([name, bytes]) => [`home/${name}`, bytes] as const), ['evil.sh', 'x']]),
        /"evil\.sh" doesn’t belong in a project file/,
      ],
      'a renamed file with other bytes': [
        ({ files }) => {
          files.set('files/renamed.png', Buffer.alloc(files.get(photo)?.length ?? 0))
          files.delete(photo)
        },
        /is not in the file/,
      ],
      'a path that leads out': [await addEntry('../../etc/passwd'), /isn’t a ZIP/],
      'a path that leads out of files': [await addEntry('files/../../etc/passwd'), /isn’t a ZIP/],
      'an absolute path': [await addEntry('/etc/passwd'), /isn’t a ZIP/],
      'a Windows path': [await addEntry('files\\..\\x'), /isn’t a ZIP/],
      'an unknown entry': [await addEntry('evil.sh'), /"evil\.sh" doesn’t belong in a project file/],
      'too long a name': [await addEntry(`files/${'a'.repeat(2000)}`), /doesn’t belong in a project file/],
      'a file that no line names': [await addEntry('files/extra.txt'), /"files\/extra\.txt" is not among the files/],
      'an entry twice': [await addEntry(photo, good.files.get(photo)), /twice/],
      'a symbolic link': [await patched(photo, 38, [0, 0, 0xff, 0xa1]), /is no file/],
      'an encrypted entry': [await patched(photo, 8, [9, 8]), /encrypted/],
      'a false size': [await patched(photo, 24, [1, 0, 0, 0]), /has a different size|isn’t a ZIP/],
      'an unknown compression method': [await patched(photo, 10, [12, 0]), /unsupported compression/],
      'too large a file': [
        await addEntry('files/bomb.txt', Buffer.alloc(1024 * 1024 + 1)),
        /is larger than allowed here/,
      ],
      'too much data when unpacked': [
        await zipOf([...entriesOf(good), ...[1, 2, 3].map((n) => [`files/${n}`, Buffer.alloc(1024 * 1024)] as const)]),
        /Unpacked, it is larger/,
      ],
      'a missing file': [({ files }) => files.delete(photo), /is not in the file/],
      'other bytes': [
        ({ files }) => files.set(photo, Buffer.alloc(good.files.get(photo)?.length ?? 0)),
        /SHA-256 differs/,
      ],
      'other bytes of another size': [({ files }) => files.set(photo, Buffer.from('x')), /has a different size/],
      'a wrong hash of the lines': [
        await zipOf([
          ...[...good.files].map(([name, bytes]) => [name, bytes] as const),
          ['contents.jsonl', good.lines.map((line) => `${JSON.stringify(line)}\n`).join('')],
          ['project.json', JSON.stringify({ ...good.head, contents: { size: 1, sha256: 'a'.repeat(64) } })],
        ]),
        /contents\.jsonl.*SHA-256 differs/,
      ],
      'no contents': [await zipOf([['project.json', JSON.stringify(good.head)]]), /contents\.jsonl is missing/],
      'a newer version with an unknown entry': [
        await zipOf([...entriesOf({ ...good, head: { ...good.head, version: 5 } }), ['tours.json', '{}']]),
        /newer version/,
      ],
      'a newer version': [({ head }) => (head.version = 5), /newer version/],
      'an invalid version': [({ head }) => (head.version = 'x'), /version/],
      'another format': [({ head }) => (head.format = 'Homes'), /isn’t a Roomfolio project file/],
    })
  })

  test('is refused if the form has no or two files, or the file is too large', async () => {
    const { services, newUser, anonymous } = await startWithoutPapers({ maxProjectFileBytes: 1024 })
    const robin = await newUser('robin')
    const small = { name: 'a.zip', bytes: Buffer.from('a') }
    const put = async (form: object, client = robin, query = '') => {
      const response = await client.raw({ method: 'PUT', url: `/importproject${query}`, ...form })
      return [response.statusCode, response.json<{ code: string }>().code]
    }
    expect(await put(multipart([{ name: 'a.zip', bytes: Buffer.alloc(1025) }]))).toEqual([413, 'too_large'])
    expect(await put(multipart([small, small]))).toEqual([413, 'too_many_files'])
    expect(await put(multipart([small], 'other'))).toEqual([400, 'invalid_input'])
    expect(await put(multipart([]))).toEqual([400, 'invalid_input'])
    expect(await put({ payload: {} })).toEqual([415, 'unsupported_type'])
    expect(await put(multipart([small]), robin, '?unfit=maybe')).toEqual([400, 'invalid_input'])
    expect(await put(multipart([small]), anonymous)).toEqual([401, 'not_signed_in'])
    expect(readdirSync(join(services.config.dataDir, 'spool'))).toEqual([])
  })
})
