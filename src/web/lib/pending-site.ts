import type { Site } from '../../shared/public/prerendered-pages.ts'
import { getSite } from '../../shared/admin/site.api.ts'
import { call } from './call.ts'

/** Information about this installation. Pages do not wait for it: it fills in when it arrives, null on failure. */
export const pendingSite = () =>
  call(getSite).catch((error: unknown) => {
    console.error(error)
    return null
  })

/** Information that is already known, so that nothing on the page waits for it. */
export const knownSite = (value: Site): PendingSite =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })

export type PendingSite = ReturnType<typeof pendingSite>
