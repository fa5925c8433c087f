/** Browsers have a clipboard on https and on the machine itself alone; at home many servers have neither. */
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

/** Whether a text could be copied. To be called within a press of a key or a button. */
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
