/** The path of a read-only link; for a link to a project optionally of one of its rooms. */
export const viewPath = (token: string, roomID?: number): string =>
  `/view/${token}${roomID === undefined ? '' : `?roomID=${roomID}`}`
