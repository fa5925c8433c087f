/** The path of PUBLIC_URL, '' or such as '/homes'. The router adds it to addresses; all others need it. */
export const PUBLIC_PATH: string = (import.meta.env.PUBLIC_PATH as string | undefined) ?? ''

/** Removes the path from an address of the browser, for the router. */
export const withoutPath = (address: string): string => address.replace(PUBLIC_PATH, '')
