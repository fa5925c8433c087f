/** The most recent user event was text input. */
let putsTextIn = false

// Checkboxes, selects and file inputs fire 'input' events that are not InputEvents.
const note = (event: Event) => {
  putsTextIn = event instanceof InputEvent
}

// Enter that confirms an input method's composition does not submit.
const noteKey = ({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent) => {
  if (!isComposing && (key === 'Enter' || ctrlKey || metaKey)) putsTextIn = false
}

/** Starts tracking. Call once before the first page renders. */
export const noteTyping = (): void => {
  for (const name of ['input', 'click', 'submit']) document.addEventListener(name, note, true)
  document.addEventListener('keydown', noteKey, true)
}

/** Whether the user is typing, so that moving the focus would take keystrokes away from the field. */
export const isTyping = (): boolean => putsTextIn && document.activeElement?.matches('input, textarea') === true
