import type { EndpointSpec } from '../../src/shared/contract/endpoint.ts'
import { createLink, listLinks, type Hides, type LinkScope } from '../../src/shared/sharing/links.api.ts'
import { asRequest, HIDES_NOTHING, type Tree } from './cases.ts'
import type { Client, TestApp } from './test-app.ts'

export const NEVER_MADE = 'A'.repeat(43)

/** A new link and its token, as its owner copies it. */
export const newToken = async (
  owner: Client,
  projectID: number,
  more: { roomID?: number; scope?: LinkScope; hides?: Partial<Hides>; endsAt?: string } = {},
) => {
  const { hides, ...others } = more
  const body = { projectID, name: 'Painter, hall', ...others, hides: { ...HIDES_NOTHING, ...hides } }
  const { linkID } = await owner.must(createLink, { body })
  const { links } = await owner.must(listLinks, { query: { projectID } })
  const address = links.find((link) => link.linkID === linkID)?.address ?? ''
  return { linkID, token: address.split('/view/')[1] ?? '' }
}

export const withLink = (token: string) => ({ headers: { authorization: `Link ${token}` } })

/** Calls an endpoint with a link's token; downloads and papers use the key that the link's answer contains. */
export const askByLink = async (
  { app }: Pick<TestApp, 'app'>,
  token: string,
  endpoint: EndpointSpec,
  input: object,
) => {
  const opened = endpoint.alsoLinks ? await app.inject({ url: '/openlink', ...withLink(token) }) : undefined
  const { filesKey = NEVER_MADE, paperTicket = NEVER_MADE } =
    opened?.statusCode === 200 ? opened.json<{ filesKey: string; paperTicket: string }>() : {}
  const inQuery = endpoint.alsoLinks === 'papers' ? paperTicket : filesKey
  const request = asRequest(endpoint, input as Tree)
  const path = String(request.url)
  const url = endpoint.alsoLinks ? `${path}${path.includes('?') ? '&' : '?'}link=${inQuery}` : path
  return app.inject({
    ...request,
    url,
    headers: { ...request.headers, ...(endpoint.alsoLinks ? {} : withLink(token).headers) },
  })
}
