import { paths } from '../../lib/paths.ts'

/** The QR codes of a room are a screen of the project's Members page. */
export const pathOfCodes = (projectID: number, roomID: number): string => `${paths.members(projectID)}&qr=${roomID}`
