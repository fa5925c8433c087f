/** Whether the last thing done is that text was put into a field: nothing was asked for since. */
let putsTextIn = false

// A box, a choice and a file make an event 'input' of another kind: nobody types on after those.
const note = (event: Event) => {
  putsTextIn = event instanceof InputEvent
}

// Enter that ends what an input method composes asks for nothing.
const noteKey = ({ key, ctrlKey, metaKey, isComposing }: KeyboardEvent) => {
  if (!isComposing && (key === 'Enter' || ctrlKey || metaKey)) putsTextIn = false
}

/** Begins to note what is done: to be called once, before any page is shown. */
export const noteTyping = (): void => {
  for (const name of ['input', 'click', 'submit']) document.addEventListener(name, note, true)
  document.addEventListener('keydown', noteKey, true)
}

/** Whether somebody types now, so that the next letters are lost to the field when something else takes the focus. */
export const isTyping = (): boolean => putsTextIn && document.activeElement?.matches('input, textarea') === true
