import { paths } from '../../lib/paths.ts'

/** A screen of Project Home. */
export const emergencyPath = (projectID: number): string => `${paths.projectHome(projectID)}&emergency=1`
