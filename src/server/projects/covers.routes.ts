import { listPictures, setProjectCover, setRoomCover } from '../../shared/projects/covers.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import * as covers from './covers.repo.ts'

const messageOf = (name: string, remote: string | null): string =>
  remote === null ? `"${name}" now shows its material board` : `Changed the cover of "${name}"`

export const coverRoutes = (serve: Serve, { db, clock }: Services): void => {
  serve(listPictures, async ({ actor, query }) => ({ pictures: await covers.listPictures(db, actor, query) }))

  serve(setRoomCover, async ({ actor, body: { roomID, remote } }) => ({
    message: messageOf(await covers.setRoomCover(db, clock, actor, roomID, remote), remote),
  }))

  serve(setProjectCover, async ({ actor, body: { projectID, remote } }) => ({
    message: messageOf(await covers.setProjectCover(db, clock, actor, projectID, remote), remote),
  }))
}
