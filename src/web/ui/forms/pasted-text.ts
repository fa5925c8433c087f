/** Quotation marks that spreadsheets put around a copied cell of several lines. */
const QUOTED_CELL = /(^|[\t\n])"((?:[^"]|"")*\n(?:[^"]|"")*)"(?=$|[\t\n])/g

/** A text as it was copied, from a spreadsheet perhaps, without quotation marks around cells. */
export const pastedText = (copied: string): string =>
  copied
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .replace(QUOTED_CELL, (_, before: string, cell: string) => before + cell.replaceAll('""', '"'))

/** The same in one line: blanks for line breaks and the tabs between cells. */
export const pastedLine = (copied: string): string =>
  pastedText(copied)
    .replace(/[\t\n]+/g, ' ')
    .trim()

/** Pastes into a field what `read` makes of a copied text of several cells or lines. */
export const pasteAs =
  (read: (copied: string) => string) =>
  (event: {
    currentTarget: HTMLInputElement | HTMLTextAreaElement
    clipboardData: DataTransfer
    preventDefault: () => void
  }): void => {
    const { currentTarget: field, clipboardData } = event
    const copied = clipboardData.getData('text/plain')
    if (!/[\t\n]/.test(copied) || field.readOnly) return
    event.preventDefault()
    field.setRangeText(read(copied), field.selectionStart ?? 0, field.selectionEnd ?? field.value.length, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
