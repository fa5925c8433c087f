import { paths } from '../paths.ts'

/** No page of its own: its path would be in what every first visit loads. */
export const readyPath = (projectID: number): string => `${paths.projectHome(projectID)}&ready=1`
export const setAsidePath = (projectID: number): string => `${readyPath(projectID)}&aside=1`
