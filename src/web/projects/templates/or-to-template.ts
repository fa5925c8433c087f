import { redirect } from 'react-router'
import { ApiError } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'

/** For what a page that is about homes asks for: where its address names a template, this one's own screen says so. */
export const orToTemplate =
  (projectID: number) =>
  (error: unknown): never => {
    if (error instanceof ApiError && error.code === 'not_for_templates')
      throw redirect(`${paths.projectHome(projectID)}&lacks=1`)
    throw error
  }
