import type { Project } from '../../shared/projects.ts'
import { paths } from '../paths.ts'

/** No pages of their own: their paths would be in what every first visit loads. */
export const importOf = ({ projectID }: Project): string => `${paths.projectHome(projectID)}&spreadsheet=1`
export const newProjectFrom = ({ projectID }: Project): string => `${paths.projectSetup()}?templateID=${projectID}`
export const papersOf = ({ projectID }: Project): string => `${paths.projectHome(projectID)}&papers=1`
