/** Under which names the app keeps things in this browser that the first lines of a document read too. */
export const KEPT = {
  /** Who signed in here last. */
  signedIn: 'roomfolio.signed-in',
  /** Which home page is shown. */
  homeVersion: 'roomfolio.home-version',
  /** The address of the fonts that have been loaded. */
  fonts: 'roomfolio.fonts',
  /** 'light' or 'dark', where somebody chose one. */
  theme: 'roomfolio.theme',
}
