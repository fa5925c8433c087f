declare global {
  /** From index.html, or from the server while it prerenders. */
  var publicPath: string | undefined
}

/** The path of PUBLIC_URL, '' or such as '/homes'. The router adds it to addresses; all others need it. */
export const PUBLIC_PATH: string = globalThis.publicPath ?? ''

/** Removes the path from an address of the browser, for the router. */
export const withoutPath = (address: string): string => address.replace(PUBLIC_PATH, '')
