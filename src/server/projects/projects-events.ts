import type { FileThen } from '../../shared/history/event-spec.ts'
import type { BrandingThen, PROJECTS_EVENTS, ProjectValues } from '../../shared/projects/projects-events.ts'
import {
  changeOfText,
  readAs,
  readNameAfter,
  readNameBefore,
  readNothing,
  type ReadableEvent,
  type Readers,
} from '../history/readable-event.ts'
import { counted } from '../platform/lib/count-rooms-and-items.ts'

const PROJECT_TEXTS = [
  'name',
  'client',
  'address',
  'address2',
  'city',
  'state',
  'zip',
  'firm',
  'firmPhone',
  'number',
  'drawnBy',
  'logo',
] as const satisfies readonly (keyof ProjectValues | keyof BrandingThen)[]

type Texts = Partial<ProjectValues & BrandingThen> & { roomType?: string; cover?: FileThen | null }

const readTexts = (texts: readonly Exclude<keyof Texts, 'cover'>[], before: Texts, after: Texts): ReadableEvent =>
  readAs({
    changes: [
      ...texts.flatMap((text) =>
        before[text] === undefined && after[text] === undefined ? [] : [changeOfText(text, before[text], after[text])],
      ),
      ...('cover' in after ? [changeOfText('cover', before.cover?.name, after.cover?.name)] : []),
    ],
  })

const inRooms = (rooms: number): string => counted({ items: 0, rooms })

export const READ_PROJECTS_EVENTS: Readers<typeof PROJECTS_EVENTS> = {
  'project created': readNameAfter,
  'project copied': readNameAfter,
  'project kept as template': readNameAfter,
  'project created from template': (_, { name, template }) => readAs({ is: `${name}, from ${template}` }),
  'project changed': (before, after) => readTexts(PROJECT_TEXTS, before, after),
  'project deleted': readNameBefore,
  'project restored': readNameAfter,
  'room created': readNameAfter,
  'room copied': readNameAfter,
  'room changed': (before, after) => readTexts(['name', 'roomType'], before, after),
  // The event itself does not name the other project; the activity adds that name for users who can read it.
  'room moved away': readNameBefore,
  'room moved here': readNameAfter,
  'rooms moved away': ({ rooms }) => readAs({ was: inRooms(rooms) }),
  'rooms moved here': (_, { rooms }) => readAs({ is: inRooms(rooms) }),
  'rooms reordered': readNothing,
  'room deleted': readNameBefore,
  'room restored': readNameAfter,
  'room removed': readNameBefore,
  'rooms restored': (_, { rooms }) => readAs({ is: inRooms(rooms) }),
  'rooms removed': ({ rooms }) => readAs({ was: inRooms(rooms) }),
}
