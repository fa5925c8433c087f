/** What a read-only link shows: of one to a project a room of it, if wanted. */
export const viewPath = (token: string, roomID?: number): string =>
  `/view/${token}${roomID === undefined ? '' : `?roomID=${roomID}`}`
