/** How many days deleted things can be restored. */
export const TRASH_DAYS = 30
