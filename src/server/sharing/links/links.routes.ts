import type { FastifyRequest } from 'fastify'
import {
  createLink,
  listLinks,
  openLink,
  getQRLink,
  searchView,
  turnOffLink,
  updateLink,
  viewItems,
  viewRoom,
} from '../../../shared/sharing/links.api.ts'
import { ownAddress } from '../../platform/http/own-address.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as links from './links.repo.ts'
import { makeLook } from '../look.ts'
import { tokenOf } from './reader.repo.ts'
import * as view from './view.repo.ts'

export const linkRoutes = (serve: Serve, { db, clock, config }: Services): void => {
  const look = makeLook(clock)
  const addressFor = (request: FastifyRequest) => (token: string) => `${ownAddress(request, config)}/view/${token}`

  serve(listLinks, ({ actor, query, request }) => links.listLinks(db, actor, query.projectID, addressFor(request)))

  serve(createLink, ({ actor, body, request, once }) =>
    once(async (trx) => {
      const linkID = await links.createLink(trx, clock, actor, body, request)
      return { linkID, message: `Created link "${body.name}"` }
    }),
  )

  serve(updateLink, async ({ actor, body }) => ({
    message: `Updated link "${await links.changeLink(db, clock, actor, body)}"`,
  }))

  serve(turnOffLink, async ({ actor, query, request }) => ({
    message: `Turned off link "${await links.turnOffLink(db, clock, actor, query.linkID, request)}"`,
  }))

  serve(getQRLink, async ({ actor, body, request }) => {
    const { linkID, token } = await links.getQRLink(db, clock, actor, body.roomID, request)
    return { linkID, address: addressFor(request)(token) }
  })

  serve(openLink, (call) =>
    look(call, (gone) => view.openLink(db, clock, call.actor, { token: tokenOf(call.request) ?? '', gone })),
  )

  serve(viewRoom, (call) => look(call, (gone) => view.viewRoom(db, call.actor, { ...call.query, gone })))

  serve(viewItems, (call) => look(call, (gone) => view.viewItems(db, call.actor, { ...call.query, gone })))

  serve(searchView, (call) => look(call, (gone) => view.searchView(db, call.actor, { ...call.query, gone })))
}
