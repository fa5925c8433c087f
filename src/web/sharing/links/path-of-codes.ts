import { paths } from '../../lib/paths.ts'

/** The codes of a room stand in place of the people of its project. */
export const pathOfCodes = (projectID: number, roomID: number): string => `${paths.members(projectID)}&qr=${roomID}`
