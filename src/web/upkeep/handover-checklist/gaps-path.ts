import { paths } from '../../lib/paths.ts'

/** A screen of Project Home. */
export const readyPath = (projectID: number): string => `${paths.projectHome(projectID)}&ready=1`
export const setAsidePath = (projectID: number): string => `${readyPath(projectID)}&aside=1`
/** Only the gaps of one kind. */
export const kindPath = (projectID: number, kind: string): string => `${readyPath(projectID)}&kind=${kind}`
