/** Keys in localStorage that the script in index.html reads too. */
export const KEPT = {
  /** The user who signed in here last. */
  signedIn: 'roomfolio.signed-in',
  /** Which home page is shown. */
  homeVersion: 'roomfolio.home-version',
  /** The address of the fonts that have been loaded. */
  fonts: 'roomfolio.fonts',
  /** 'light' or 'dark', if chosen. */
  theme: 'roomfolio.theme',
}
