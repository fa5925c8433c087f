/** The names of what the app keeps in this browser and the script in index.html reads, too. */
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
