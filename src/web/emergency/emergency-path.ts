import { paths } from '../paths.ts'

/** No page of its own: its path would be in what every first visit loads. */
export const emergencyPath = (projectID: number): string => `${paths.projectHome(projectID)}&emergency=1`
