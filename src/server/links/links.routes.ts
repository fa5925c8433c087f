import {
  createLink,
  listLinks,
  openLink,
  printQR,
  searchView,
  takeBackLink,
  updateLink,
  viewRoom,
} from '../../shared/links.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import * as links from './links.repo.ts'
import { tokenOf } from './reader.repo.ts'
import * as view from './view.repo.ts'

export const linkRoutes = (serve: Serve, { db, clock, config }: Services): void => {
  const addressOf = (token: string) => `${config.publicURL}/view/${token}`

  serve(listLinks, ({ actor, query }) => links.listLinks(db, actor, query.projectID, addressOf))

  serve(createLink, ({ actor, body, once }) =>
    once(async (trx) => {
      const linkID = await links.createLink(trx, clock, actor, body)
      return { linkID, message: `Created link "${body.name}"` }
    }),
  )

  serve(updateLink, async ({ actor, body }) => ({
    message: `Updated link "${await links.changeLink(db, clock, actor, body)}"`,
  }))

  serve(takeBackLink, async ({ actor, query }) => ({
    message: `Took back link "${await links.takeBackLink(db, clock, actor, query.linkID)}"`,
  }))

  serve(printQR, async ({ actor, body }) => {
    const { linkID, token } = await links.linkForQR(db, clock, actor, body.roomID)
    return { linkID, address: addressOf(token) }
  })

  serve(openLink, ({ actor, request }) => view.openLink(db, clock, actor, tokenOf(request) ?? ''))

  serve(viewRoom, ({ actor, query }) => view.viewRoom(db, actor, query.roomID))

  serve(searchView, ({ actor, query }) => view.searchView(db, actor, query))
}
