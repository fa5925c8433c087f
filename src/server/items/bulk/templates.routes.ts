import { createFromTemplate, saveAsTemplate, renameTemplate } from '../../../shared/items/bulk/templates.api.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import * as templates from './templates.repo.ts'

export const templateRoutes = (serve: Serve, { db, clock, config }: Services): void => {
  serve(saveAsTemplate, ({ actor, body, once }) =>
    once(async (trx) => {
      const created = await templates.saveAsTemplate(trx, clock, actor, body)
      return { ...created, message: `Saved template "${created.name}"` }
    }),
  )

  serve(renameTemplate, async ({ actor, body }) => {
    const was = await templates.renameTemplate(db, clock, actor, body)
    return { message: `Renamed template "${was}" to "${body.name}"` }
  })

  serve(createFromTemplate, ({ actor, body, once }) =>
    once(async (trx) => {
      const created = await templates.createFromTemplate(trx, clock, actor, body, config)
      return { ...created, message: `Created project "${body.inputs.name}"` }
    }),
  )
}
