/** Moves the focus to the page's heading, or to another element that is not in the tab order. */
export const focusHeading = (
  heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main'),
): void => {
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
