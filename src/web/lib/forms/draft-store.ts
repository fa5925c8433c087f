/** Unsaved text by account, page and form, in sessionStorage, which survives a reload. */

const PREFIX = 'roomfolio.draft '
const OF_VISITORS = `${PREFIX}["",`

export const draftKey = (account: string, page: string, form: string): string =>
  PREFIX + JSON.stringify([account, page, form])

/** Where storage is forbidden or full, typed text is not kept. */
const orNothing = <T>(work: () => T): T | null => {
  try {
    return work()
  } catch (error) {
    console.warn(error)
    return null
  }
}

export const readDraft = (key: string): string | null => orNothing(() => sessionStorage.getItem(key))
export const writeDraft = (key: string, text: string): void => void orNothing(() => sessionStorage.setItem(key, text))
export const removeDraft = (key: string): void => void orNothing(() => sessionStorage.removeItem(key))

/** At logout: removes what users, not visitors, have typed in this tab. */
export const removeDraftsOfAccounts = (): void =>
  void orNothing(() => {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(PREFIX) && !key.startsWith(OF_VISITORS)) sessionStorage.removeItem(key)
  })
