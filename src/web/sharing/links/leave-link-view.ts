/** Updates the attribute that the header's CSS depends on: the document of a read-only link starts without navigation. */
export const leaveLinkView = (): void => {
  delete document.documentElement.dataset.view
  document.documentElement.dataset.leftView = ''
}
