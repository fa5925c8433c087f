/** What the styles of the header go by: the document of the page has no navigation until another page is shown in it. */
export const leaveView = (): void => {
  delete document.documentElement.dataset.view
  document.documentElement.dataset.leftView = ''
}
