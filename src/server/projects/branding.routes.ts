import { getBranding, getProjectBranding, setBranding, setProjectBranding } from '../../shared/projects/branding.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import { removeBytes } from '../platform/storage/remove-bytes.service.ts'
import type { Services } from '../services.ts'
import * as branding from './branding.repo.ts'

export const brandingRoutes = (serve: Serve, services: Services): void => {
  const { db, clock } = services

  serve(getBranding, ({ actor }) => branding.getBranding(db, actor))

  serve(setBranding, async ({ actor, body: { inputs } }) => {
    await removeBytes(services, await branding.setBranding(db, clock, actor, inputs))
    return { message: 'Saved your branding' }
  })

  serve(getProjectBranding, ({ actor, query }) => branding.getProjectBranding(db, actor, query.projectID))

  serve(setProjectBranding, async ({ actor, body: { projectID, inputs } }) => {
    const { name, blobIDs } = await branding.setProjectBranding(db, clock, actor, projectID, inputs)
    await removeBytes(services, blobIDs)
    return { message: `Saved the branding of "${name}"` }
  })
}
