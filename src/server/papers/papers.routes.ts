import { PDF_TYPE } from '../../shared/files.ts'
import { getPaper } from '../../shared/papers.ts'
import { safeName } from '../account/safe-name.ts'
import { downloadNamed } from '../http/download-name.ts'
import { ownAddress } from '../http/own-address.ts'
import { callerGone } from '../http/caller-gone.ts'
import type { Serve } from '../http/serve.ts'
import { turnUntilSent } from '../http/until-sent.ts'
import type { Downloads } from '../files/downloads.ts'
import { makeFindPicture } from '../files/pictures.service.ts'
import type { Services } from '../services.ts'
import { turnOf } from '../turn-of.ts'
import { makePaper, readPaper } from './papers.service.ts'

/** Shown inline by the browser, for printing. */
const headersOf = (title: string) => ({
  'Content-Type': PDF_TYPE,
  'Content-Disposition': downloadNamed(`${safeName(title)}.pdf`, 'inline'),
  'Cache-Control': 'no-store',
})

export const paperRoutes = (serve: Serve, services: Services, downloads: Downloads): void => {
  const find = makeFindPicture(services)

  serve(getPaper, async ({ actor, query, request, reply }) => {
    const languages = request.headers['accept-language'] ?? ''
    const asked = { query, languages, address: ownAddress(request, services.config) }
    if (request.method === 'HEAD') {
      const { title } = await readPaper(services, actor, asked)
      return reply.headers(headersOf(title)).send()
    }
    await turnUntilSent(downloads.made, turnOf(actor), reply)
    const paper = await makePaper(services, actor, asked, { find, log: request.log, gone: callerGone(reply) })
    return reply.headers(headersOf(paper.title)).send(paper.pdf)
  })
}
