import { describe, test } from 'vitest'
import {
  sha256Of,
  fileIn,
  fileOf,
  lastRevision,
  marksIn,
  lineOf,
  fileLine,
  startWithGoodFile,
} from './hostile-project-file.ts'

describe('a hostile project file', () => {
  test('is refused with wrong photos in the inbox', async () => {
    const { addEntry, expectRefusals } = await startWithGoodFile()
    const now = '2026-01-01T00:00:00.000Z'
    const photoLine = (path: string) => ({ photo: { path, room: null, addedAt: now } })
    await expectRefusals({
      'more photos than an inbox may have': [
        (copy) => {
          copy.lines.push(
            ...Array.from({ length: 5000 }, (_, n) => [fileLine(`inbox/${n}`), photoLine(`inbox/${n}`)]).flat(),
          )
          copy.head.photos = 5003
        },
        /more than 5000 photos in the inbox/,
      ],
      'fewer photos than stated': [({ head }) => (head.photos = 4), /says 4 photos/],
      'photos without a stated count': [({ head }) => delete head.photos, /says 0 photos/],
      'a photo that is not in the ZIP': [
        (copy) => (lineOf(copy, 'photo').path = 'inbox/none'),
        /There is no "inbox\/none"/,
      ],
      'a photo that is in the inbox twice': [
        ({ lines }) => lines.push(structuredClone(lines.findLast((line) => 'photo' in line) ?? {})),
        /"inbox\/wall \(2\)\.png" is in the inbox twice/,
      ],
      'a photo of an absent room': [(copy) => (lineOf(copy, 'photo').room = 3), /There is no room 3/],
      'a photo of room 0': [(copy) => (lineOf(copy, 'photo').room = 0), /There is no room 0/],
      'a photo with an invalid time': [(copy) => (lineOf(copy, 'photo').addedAt = 'x'), /addedAt/],
      'a photo that no line names': [await addEntry('inbox/extra.png'), /"inbox\/extra\.png" is not among the files/],
      'a photo that leads out': [await addEntry('inbox/../../etc/passwd'), /isn’t a ZIP/],
      'a photo that is neither on an item nor in the inbox': [
        ({ head, lines }) => {
          lines.splice(
            lines.findLastIndex((line) => 'photo' in line),
            1,
          )
          head.photos = 2
        },
        /"inbox\/wall \(2\)\.png" is on no item, not in the inbox and no issued revision/,
      ],
      'other bytes of a photo': [
        ({ files }) => {
          const bytes = Buffer.from(files.get('inbox/wall.png') ?? [])
          bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
          files.set('inbox/wall.png', bytes)
        },
        /"inbox\/wall\.png" has changed/,
      ],
    })
  })

  test('is refused with wrong revisions or marks', async () => {
    const { photo, addEntry, expectRefusals } = await startWithGoodFile()

    await expectRefusals({
      'fewer revisions than stated': [({ head }) => (head.revisions = 4), /says 4 revisions/],
      'revisions without a stated count': [({ head }) => delete head.revisions, /more revisions than listed/],
      'a revision that is not in the ZIP': [
        (copy) => (lineOf(copy, 'revision').path = 'revisions/none.pdf'),
        /There is no "revisions\/none\.pdf"/,
      ],
      'a revision that is no PDF': [
        (copy) => {
          const bytes = Buffer.from('<html>')
          copy.files.set('revisions/One.pdf', bytes)
          Object.assign(fileOf(copy, 'revisions/One.pdf'), { size: bytes.length, sha256: sha256Of(bytes) })
        },
        /"revisions\/One\.pdf" is no PDF/,
      ],
      'a revision that is empty': [
        (copy) => {
          copy.files.set('revisions/One.pdf', Buffer.of())
          Object.assign(fileOf(copy, 'revisions/One.pdf'), { size: 0, sha256: sha256Of(Buffer.of()) })
        },
        /"revisions\/One\.pdf" is no PDF/,
      ],
      'other bytes of a revision': [
        ({ files }) => files.set('revisions/One.pdf', Buffer.from('%PDF-1.7 not')),
        /"revisions\/One\.pdf" has changed/,
      ],
      'a revision that is a file of an item': [
        (copy) => (lineOf(copy, 'revision').path = photo),
        /path: .*revisions\//,
      ],
      'a file of an item that is a revision': [
        (copy) => (lineOf(copy, 'attached').path = 'revisions/One.pdf'),
        /path: .*files\/ or inbox\//,
      ],
      'a photo that is a revision': [
        (copy) => (lineOf(copy, 'photo').path = 'revisions/One.pdf'),
        /path: .*files\/ or inbox\//,
      ],
      'a revision that no line names': [
        await addEntry('revisions/extra.pdf', '%PDF-1.7'),
        /"revisions\/extra\.pdf" is not among the files/,
      ],
      'a book of no revision': [
        ({ head, lines }) => {
          lines.splice(
            lines.findIndex((line) => 'revision' in line),
            1,
          )
          head.revisions = 2
        },
        /"revisions\/One\.pdf" is on no item, not in the inbox and no issued revision/,
      ],
      'a revision that leads out': [await addEntry('revisions/../../etc/passwd', '%PDF-1.7'), /isn’t a ZIP/],
      'a book of two revisions': [
        (copy) => (lastRevision(copy).path = 'revisions/One.pdf'),
        /"revisions\/One\.pdf" is issued twice/,
      ],
      'revisions out of order': [(copy) => (lineOf(copy, 'revision').number = 3), /Revision 2 is out of order/],
      'a number used twice': [(copy) => (lineOf(copy, 'revision').number = 2), /Revision 2 is out of order/],
      'a revision without a number': [(copy) => (lineOf(copy, 'revision').number = 0), /number from 1 on/],
      'a number above the limit': [
        (copy) => (lineOf(copy, 'revision').number = 9_007_199_254_740_991),
        /number: .*1000000/,
      ],
      'more revisions than a project has': [
        (copy) => {
          const names = Array.from({ length: 99 }, (_, n) => `revisions/${n}.pdf`)
          copy.lines = copy.lines.filter((line) => (line.revision as { path: unknown } | undefined)?.path !== null)
          copy.lines.unshift(...names.map(fileLine))
          copy.lines.push(
            ...names.map((path, n) => ({ revision: { ...lineOf(copy, 'revision'), number: 3 + n, path } })),
          )
          copy.head.revisions = 101
        },
        /more than 100 issued revisions/,
      ],
      'more removed revisions than the limit': [
        (copy) => {
          const rows = Array.from({ length: 100 }, (_, n) => ({
            ...lineOf(copy, 'revision'),
            number: 4 + n,
            path: null,
          }))
          copy.lines.push(...rows.map((revision) => ({ revision })))
          copy.head.revisions = 103
        },
        /103 revisions; 101 are the most/,
      ],
      'a note of a revision over 1,000 characters': [
        (copy) => (lineOf(copy, 'revision').note = 'x'.repeat(1001)),
        /note: .*1000/,
      ],
      'a revision with an invalid time': [(copy) => (lineOf(copy, 'revision').issuedAt = 'x'), /issuedAt/],
      'an invalid mark': [(copy) => marksIn(copy).push('PT-0'), /such as PT-1/],
      'a mark twice': [(copy) => marksIn(copy).push('PL-1'), /PL-1 is listed twice/],
      'a mark of an item that was not issued': [
        (copy) => (lineOf(copy, 'item').mark = 'PL-7'),
        /the mark PL-7, which was not issued/,
      ],
      'marks without a revision': [
        (copy) => {
          copy.lines = copy.lines.filter((line) => !('revision' in line || fileIn(line)?.startsWith('revisions/')))
          for (const path of copy.files.keys()) if (path.startsWith('revisions/')) copy.files.delete(path)
          delete copy.head.revisions
        },
        /marks of revisions, but no revision/,
      ],
      'more marks than were ever issued': [
        ({ lines }) =>
          lines.push(
            ...Array.from({ length: 100 }, (_, n) => ({
              marks: Array.from({ length: 1000 }, (__, at) => `XY-${1 + n * 1000 + at}`),
            })),
          ),
        /more than 100000 marks/,
      ],
      'too many marks on a line': [
        ({ lines }) => lines.push({ marks: Array.from({ length: 1001 }, (_, at) => `XY-${1 + at}`) }),
        /at most 1000 marks/,
      ],
    })
  })
})
