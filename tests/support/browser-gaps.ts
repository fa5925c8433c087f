import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'
import { vi } from 'vitest'
import { appFetch } from '../../src/web/lib/app-state.ts'
import { START } from './days.ts'

/** What the app uses of browsers that happy-dom lacks, and the language of index.html. */
Object.assign(globalThis, { isSecureContext: true })
document.documentElement.lang = 'en'
document.head.append(Object.assign(document.createElement('style'), { textContent: '[hidden] { display: none }' }))

// The clock of the browser is that of the server.
vi.setSystemTime(START)

configure({
  asyncUtilTimeout: 25_000,
  // Without act, so React renders after an event as in a browser: in act, what suspends would never be rendered.
  eventWrapper: (dispatch) => dispatch(),
  // Without a turn of the event loop between finding an element and looking at it: it may be gone by then.
  asyncWrapper: (wait) => wait(),
})

/** The open modal dialogs, each with what had the focus before. Outside the last one nothing takes the focus. */
const modals: { dialog: HTMLDialogElement; before: Element | null }[] = []
/** A dialog that left with its test is not open. */
const topModal = () => modals.findLast(({ dialog }) => dialog.isConnected)?.dialog

const { focus } = HTMLElement.prototype
HTMLElement.prototype.focus = function (options) {
  const top = topModal()
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
  const top = topModal()
  if (key !== 'Escape' || defaultPrevented || !top) return
  if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
})

/** Sends what the app uploads through its `fetch`, which knows the server; as one step of progress. */
class UploadRequest {
  readonly upload: Pick<XMLHttpRequestUpload, 'onprogress'> = { onprogress: null }
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  statusText = ''
  responseText = ''
  readonly #headers = new Headers()
  readonly #ended = new AbortController()
  #answered: Headers | undefined
  #call: [method: string, address: string] = ['', '']

  open(...call: [method: string, address: string]): void {
    this.#call = call
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  getAllResponseHeaders(): string {
    return [...(this.#answered ?? [])].map(([name, value]) => `${name}: ${value}`).join('\r\n')
  }

  abort(): void {
    this.#ended.abort()
    this.onabort?.()
  }

  send(body: BodyInit): void {
    const [method, address] = this.#call
    const sent = { method, headers: this.#headers, body, signal: this.#ended.signal }
    const receive = async (response: Response) => {
      Object.assign(this, { status: response.status, statusText: response.statusText })
      this.#answered = response.headers
      this.responseText = await response.text()
      this.onload?.()
    }
    appFetch(address, sent)
      .then(receive)
      .catch(() => this.#ended.signal.aborted || this.onerror?.())
  }
}
Object.assign(globalThis, { XMLHttpRequest: UploadRequest })
