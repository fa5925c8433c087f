/**
 * Browsers translate a page by replacing its text nodes, but React still updates, removes and inserts before the originals, which
 * throws or changes nothing on screen. This forwards React's operations to the replacements.
 */
export const surviveTranslation = (): void => {
  const replacements = new WeakMap<Node, ChildNode>()
  const { insertBefore, removeChild } = Node.prototype

  const inPlaceOf = (child: Node, parent: Node): Node | undefined => {
    if (child.parentNode === parent) return child
    const replacement = replacements.get(child)
    return replacement?.parentNode === parent ? replacement : undefined
  }

  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && (inPlaceOf(before, this) ?? null))
    return node
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = inPlaceOf(child, this)
    if (shown) removeChild.call(this, shown)
    return child
  }

  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes, removedNodes } of changes) {
      const [added] = addedNodes
      const [removed] = removedNodes
      if (type === 'characterData') {
        // React changed a text node that had been replaced: it goes back into the document, to be translated again.
        if (!target.isConnected) replacements.get(target)?.replaceWith(target)
      } else if (removed instanceof Text && added instanceof HTMLElement && added.tagName === 'FONT') {
        replacements.set(removed, added)
        observer.observe(removed, { characterData: true })
      }
    }
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
