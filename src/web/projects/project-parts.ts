import type { Project } from '../../shared/projects/projects.api.ts'
import { paths } from '../lib/paths.ts'

/** A screen of Project Home, selected by its query. */
export const importOf = ({ projectID }: Project): string => `${paths.projectHome(projectID)}&spreadsheet=1`
export const newProjectFrom = ({ projectID }: Project): string => `${paths.projectSetup()}?templateID=${projectID}`
export const papersOf = ({ projectID }: Project): string => `${paths.projectHome(projectID)}&papers=1`
