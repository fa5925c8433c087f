import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'

/** What the app uses of browsers that happy-dom lacks, and the language of index.html. */
Object.assign(globalThis, { isSecureContext: true })
document.documentElement.lang = 'en'

configure({ asyncUtilTimeout: 4000 })

/** The open modal dialogs, each with what had the focus before. Outside the last one nothing takes the focus. */
const modals: { dialog: HTMLDialogElement; before: Element | null }[] = []

const { focus } = HTMLElement.prototype
HTMLElement.prototype.focus = function (options) {
  const top = modals.at(-1)?.dialog
  if (!top || top.contains(this)) focus.call(this, options)
}

const { showModal, close } = HTMLDialogElement.prototype
HTMLDialogElement.prototype.showModal = function () {
  modals.push({ dialog: this, before: document.activeElement })
  showModal.call(this)
}
HTMLDialogElement.prototype.close = function (value) {
  const at = modals.findIndex(({ dialog }) => dialog === this)
  const [modal] = at < 0 ? [] : modals.splice(at, 1)
  close.call(this, value)
  if (modal?.before instanceof HTMLElement) modal.before.focus()
}

document.addEventListener('keydown', ({ key, defaultPrevented }) => {
  const top = modals.at(-1)?.dialog
  if (key !== 'Escape' || defaultPrevented || !top) return
  if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
})
