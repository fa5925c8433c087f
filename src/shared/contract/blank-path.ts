/**
 * The build puts this placeholder before every address of the web app; the server replaces it with the path of
 * PUBLIC_URL, such as '' or '/homes'. So no code may depend on its length or content.
 */
export const BLANK_PATH = '/path-to-fill-in'
