import { PDF_TYPE } from '../../shared/attachments/file-types.ts'
import { getPaper } from '../../shared/papers/papers.api.ts'
import { safeName } from '../platform/lib/safe-name.ts'
import { downloadNamed } from '../platform/http/download-name.ts'
import { ownAddress } from '../platform/http/own-address.ts'
import { clientDisconnect } from '../platform/http/client-disconnect.ts'
import type { Serve } from '../platform/http/serve.ts'
import { turnUntilSent } from '../platform/http/until-sent.ts'
import { makeFindPicture } from '../attachments/pictures.service.ts'
import type { AppServices } from '../services.ts'
import { fairnessKey } from '../platform/http/fairness-key.ts'
import { makePaper, readPaper } from './papers.service.ts'

/** Shown inline by the browser, for printing. */
const headersOf = (title: string) => ({
  'Content-Type': PDF_TYPE,
  'Content-Disposition': downloadNamed(`${safeName(title)}.pdf`, 'inline'),
  'Cache-Control': 'no-store',
})

export const paperRoutes = (serve: Serve, services: AppServices): void => {
  const find = makeFindPicture(services)

  serve(getPaper, async ({ actor, query, request, reply }) => {
    const languages = request.headers['accept-language'] ?? ''
    const asked = { query, languages, address: ownAddress(request, services.config) }
    if (request.method === 'HEAD') {
      const { title } = await readPaper(services, actor, asked)
      return reply.headers(headersOf(title)).send()
    }
    await turnUntilSent(services.downloads.made, fairnessKey(actor), reply)
    const paper = await makePaper(services, actor, asked, { find, log: request.log, gone: clientDisconnect(reply) })
    return reply.headers(headersOf(paper.title)).send(paper.pdf)
  })
}
