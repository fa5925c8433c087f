/**
 * Stands in the build before every address of the web app, for the path of PUBLIC_URL that is known where it is served:
 * the server fills in '' or such as '/homes'. So no code may go by how long it is, or by what is in it.
 */
export const BLANK_PATH = '/path-to-fill-in'
