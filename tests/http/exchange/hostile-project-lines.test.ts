import { describe, test } from 'vitest'
import { entriesOf, zipOf, type Parts } from '../../support/project-file.ts'
import { lineOf, startWithGoodFile } from './hostile-project-file.ts'

describe('a hostile project file', () => {
  test('is refused with a wrong head or wrong lines', async () => {
    const { good, photo, withContents, expectRefusals } = await startWithGoodFile()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const now = '2026-01-01T00:00:00.000Z'
    const aRoom = { room: { name: 'A', roomType: 'Kitchen', cover: null, createdAt: now, updatedAt: now } }
    await expectRefusals({
      'more tasks than a project has': [
        ({ lines }) => lines.push(...Array.from({ length: 5000 }, () => ({ task: lineOf(good, 'task') }))),
        /more than 5000 tasks/,
      ],
      'a task with an invalid day': [
        (copy) => (lineOf(copy, 'task').day = '2031-02-30'),
        /task › day|day: Must be a day/,
      ],
      'a task that repeats too often': [
        (copy) => (lineOf(copy, 'task').repeats = { every: 0, unit: 'day', fromDone: false }),
        /every/,
      ],
      'an unknown entry in notNeeded': [(copy) => (lineOf(copy, 'item').notNeeded = ['roof']), /notNeeded/],
      'an unknown property': [({ head }) => (head.extra = 1), /extra: Not known here/],
      'a head that is no JSON': [await zipOf([['project.json', '{']]), /project\.json is no JSON/],
      'a head that is null': [await zipOf([['project.json', 'null']]), /isn’t a Roomfolio project file/],
      'a deep head': [await zipOf([['project.json', deep]]), /isn’t a Roomfolio project file|no JSON/],
      'a huge head': [await zipOf([['project.json', ' '.repeat(300_000)]]), /larger than allowed/],
      'no project': [({ head }) => (head.project = null), /project/],
      'a project without a name': [
        ({ head }) => ((head.project as { name: string }).name = ' '),
        /project › name: Required/,
      ],
      'a name with NUL': [({ head }) => ((head.project as { city: string }).city = 'a\0b'), /city/],
      'a lone surrogate': [
        await withContents(
          `{"room":{"name":"\\ud800","roomType":"Kitchen","cover":null,"createdAt":"${now}","updatedAt":"${now}"}}\n`,
        ),
        /line 1.*name/,
      ],
      'an invalid time': [(copy) => (lineOf(copy, 'item').createdAt = '2026-02-30'), /createdAt/],
      ...Object.fromEntries(
        ['createdAt', 'updatedAt'].flatMap((time) =>
          ['room', 'item'].map((kind) => [
            `a ${time} of a ${kind} before the first year`,
            [(copy: Parts) => (lineOf(copy, kind)[time] = '0000-01-01T00:00:00Z'), new RegExp(time)],
          ]),
        ),
      ),
      'a project made before the first year': [
        ({ head }) => ((head.project as { createdAt: string }).createdAt = '0000-12-31T23:59:59.999999Z'),
        /createdAt/,
      ],
      'no structure': [({ head }) => (head.structure = 7), /structure/],
      'a cover that is on no item': [
        ({ head }) => ((head.project as { cover: string }).cover = 'files/none'),
        /cover of the project/,
      ],
      'a room cover that is in another room': [
        (copy) => (lineOf(copy, 'room').cover = 'files/elsewhere.png'),
        /cover of the room "Kitchen"/,
      ],
      'a line that is no JSON': [await withContents('{"room":\n'), /line 1 is no JSON/],
      'a line that is cut off': [await withContents('{"room":{}}'), /cut off/],
      'a line of another kind': [await withContents('{"user":{}}\n'), /Must be one of file, room, item, attached/],
      'a line of two kinds': [await withContents('{"room":{},"item":{}}\n'), /Must be one of/],
      'a deep line': [await withContents(`${deep}\n`), /Must be one of|no JSON/],
      'a line without end': [await withContents('x'.repeat(200_000)), /longer than allowed/],
      'bytes that are not UTF-8': [await withContents(Buffer.of(0x7b, 0xff, 0xfe, 0x0a)), /UTF-8/],
      'an item in no room': [
        (copy) =>
          void copy.lines.splice(
            0,
            copy.lines.length,
            ...copy.lines.filter((line) => 'file' in line || 'item' in line),
          ),
        /is in no room/,
      ],
      'a file on no item': [
        await withContents(
          `${JSON.stringify(aRoom)}\n${JSON.stringify({ attached: { path: photo, name: 'a', caption: '' } })}\n`,
        ),
        /is on no item/,
      ],
      'an attachment that is not in the ZIP': [
        (copy) => (lineOf(copy, 'attached').path = 'files/none'),
        /There is no "files\/none"/,
      ],
      'a file that is listed twice': [
        (copy) => void copy.lines.unshift(structuredClone(copy.lines[0] ?? {})),
        /is listed twice/,
      ],
      'a file outside files': [(copy) => (lineOf(copy, 'file').path = '../x'), /path: .*files/],
      'a display name twice': [
        (copy) => {
          const at = copy.lines.findIndex((line) => 'attached' in line)
          copy.lines.splice(at, 0, structuredClone(copy.lines[at] ?? {}))
          copy.head.files = 4
        },
        /is on the item twice/,
      ],
      'fewer items than stated': [({ head }) => (head.items = 3), /says 3 items/],
      'more items than stated': [({ head }) => (head.items = 1), /more items than listed/],
      'more rooms than stated': [({ head }) => (head.rooms = 1), /more rooms than listed/],
      '100,000 rooms': [
        await zipOf(
          entriesOf({
            head: { ...good.head, rooms: 100_000 },
            lines: Array.from({ length: 10_000 }, () => aRoom),
            files: new Map(),
          }),
        ),
        /100000 rooms; 1000 are the most/,
      ],
      'a room name too long': [(copy) => (lineOf(copy, 'room').name = 'a'.repeat(33)), /name: .*32/],
      'an unlisted room type': [(copy) => (lineOf(copy, 'room').roomType = 'Cave'), /no room type "Cave"/],
      'an unlisted category': [(copy) => (lineOf(copy, 'item').category = 'Cave'), /no category "Cave"/],
      'an unlisted subcategory': [(copy) => (lineOf(copy, 'item').subcategory = 'Cave'), /no subcategory "Cave"/],
      'an unlisted label': [(copy) => (lineOf(copy, 'item').values = { Cave: 'x' }), /no label "Cave"/],
      'a label called __proto__': [
        await withContents(
          good.lines
            .map((line) => `${JSON.stringify(line)}\n`)
            .join('')
            .replace('"values":{"Brand"', '"values":{"__proto__"'),
        ),
        /no label "__proto__"/,
      ],
      'a value too long': [(copy) => (lineOf(copy, 'item').values = { Brand: 'x'.repeat(256) }), /Brand: .*255/],
      'a value that is not a string': [(copy) => (lineOf(copy, 'item').values = { Brand: { a: 1 } }), /Brand/],
      'notes too long': [(copy) => (lineOf(copy, 'item').notes = 'x'.repeat(256)), /notes: .*255/],
    })
  })
})
