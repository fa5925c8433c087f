import type { Site } from '../../shared/public/prerendered-pages.ts'
import { getSite } from '../../shared/admin/site.api.ts'
import { call } from '../lib/call.ts'

/** What a page says of this installation. No page waits for it: it is filled in when it arrives, null if it could not. */
export const siteToCome = () =>
  call(getSite).catch((error: unknown) => {
    console.error(error)
    return null
  })

/** What is known already, so that nothing of a page waits for it. */
export const siteKnown = (value: Site): SiteToCome =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })

export type SiteToCome = ReturnType<typeof siteToCome>
