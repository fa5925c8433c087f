/** Browsers offer the clipboard API only on https and localhost; many home servers have neither. */
const copyWithoutClipboard = (text: string): boolean => {
  const give = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', give)
  const copied = document.execCommand('copy')
  document.removeEventListener('copy', give)
  return copied
}

/** Returns whether the text was copied. Call it from a key or click handler. */
export const copyText = async (text: string): Promise<boolean> => {
  if (!window.isSecureContext) return copyWithoutClipboard(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn(error)
    return copyWithoutClipboard(text)
  }
}
