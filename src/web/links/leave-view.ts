/** What the styles of the page go by: its document has no navigation until another page of the app is shown. */
export const leaveView = (): void => {
  document.documentElement.dataset.leftView = ''
}
