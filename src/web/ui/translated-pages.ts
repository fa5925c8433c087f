/**
 * Browsers translate a page by replacing its text nodes with font elements, but React still updates, removes and inserts before
 * the originals. So each original goes back before its translation, emptied, and its changes are applied to both.
 */
export const surviveTranslation = (): void => {
  const translations = new WeakMap<Node, { font: HTMLElement; text: string }>()
  const originals = new WeakMap<Node, Text>()

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, removedNodes } of changes) {
      const [[added], [removed]] = [addedNodes, removedNodes]
      const translation = translations.get(removed ?? target)
      const original = removed && originals.get(removed)
      if (removed instanceof Text && added instanceof HTMLElement && added.tagName === 'FONT') {
        translation?.font.remove()
        translations.set(removed, { font: added, text: removed.data })
        originals.set(added, removed)
        removed.data = ''
        added.before(removed)
      } else if (type === 'characterData' && target instanceof Text) {
        // Inserted again, so the translator sees it.
        translation?.font.replaceWith(target)
        translations.delete(target)
      } else if (translation && removed instanceof Text) {
        if (!removed.isConnected) translation.font.remove()
        else if (translation.font.isConnected) removed.after(translation.font)
      } else if (original?.isConnected) {
        // The user has turned the translation off.
        original.data = translations.get(original)?.text ?? original.data
        translations.delete(original)
        if (added instanceof Text && added !== original) added.remove()
      }
    }
    // What this has changed itself.
    observer.takeRecords()
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
}
