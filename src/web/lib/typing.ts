import { isForInputMethod } from './keys.ts'
import { appSignal, appState } from './app-state.ts'

/** The most recent user event was text input. */
const typing = appState(() => ({ putsTextIn: false }))

// Checkboxes, selects and file inputs fire 'input' events that are not InputEvents.
const onInput = (event: Event) => {
  typing().putsTextIn = event instanceof InputEvent
}

// Enter that confirms an input method's composition does not submit.
const onKeyDown = (event: KeyboardEvent) => {
  if (isForInputMethod(event)) return
  if (event.key === 'Enter' || event.ctrlKey || event.metaKey) typing().putsTextIn = false
}

/** Starts tracking. Call once before the first page renders. */
export const trackTyping = (): void => {
  const options = { capture: true, signal: appSignal() }
  for (const name of ['input', 'click', 'submit']) document.addEventListener(name, onInput, options)
  document.addEventListener('keydown', onKeyDown, options)
}

/** Whether the user is typing, so that moving the focus would take keystrokes away from the field. */
export const isTyping = (): boolean =>
  typing().putsTextIn && document.activeElement?.matches('input, textarea') === true
