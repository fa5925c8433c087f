import { appSignal, appState } from '../lib/app-state.ts'

/** The most recent user event was text input. */
const typing = appState(() => ({ putsTextIn: false }))

// Checkboxes, selects and file inputs fire 'input' events that are not InputEvents.
const note = (event: Event) => {
  typing().putsTextIn = event instanceof InputEvent
}

// Enter that confirms an input method's composition does not submit.
const noteKey = ({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent) => {
  if (!isComposing && (key === 'Enter' || ctrlKey || metaKey)) typing().putsTextIn = false
}

/** Starts tracking. Call once before the first page renders. */
export const noteTyping = (): void => {
  const options = { capture: true, signal: appSignal() }
  for (const name of ['input', 'click', 'submit']) document.addEventListener(name, note, options)
  document.addEventListener('keydown', noteKey, options)
}

/** Whether the user is typing, so that moving the focus would take keystrokes away from the field. */
export const isTyping = (): boolean =>
  typing().putsTextIn && document.activeElement?.matches('input, textarea') === true
