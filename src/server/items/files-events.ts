import type { FILES_EVENTS } from '../../shared/items/files-events.ts'
import type { FileThen } from '../../shared/history/event-spec.ts'
import { readAs, type ReadableEvent, type Readers } from '../history/readable-event.ts'

const readFile = (before: FileThen | null, after: FileThen | null): ReadableEvent =>
  readAs({ was: before?.name ?? null, is: after?.name ?? null, remote: (after ?? before)?.remote ?? null })

const countOfPhotos = (photos: number): string => (photos === 1 ? '1 photo' : `${photos} photos`)

export const READ_FILES_EVENTS: Readers<typeof FILES_EVENTS> = {
  'file attached': readFile,
  'file renamed': readFile,
  'file captioned': (before, after) => readAs({ was: before.caption, is: after.caption, remote: after.remote }),
  'files reordered': ({ remotes }) => readAs({ orderWas: remotes }),
  'file deleted': readFile,
  'file restored': readFile,
  'file removed': readFile,
  'photo added': readFile,
  'photo turned': readFile,
  'photos deleted': ({ photos }) => readAs({ was: countOfPhotos(photos) }),
  'photos restored': (_, { photos }) => readAs({ is: countOfPhotos(photos) }),
  'photos removed': ({ photos }) => readAs({ was: countOfPhotos(photos) }),
  'photos sorted': ({ photos }, { name }) => readAs({ is: `${countOfPhotos(photos.length)}: ${name}` }),
  'photos unsorted': ({ name }, { photos }) => readAs({ was: `${countOfPhotos(photos)}: ${name}` }),
}
