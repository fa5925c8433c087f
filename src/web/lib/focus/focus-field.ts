import type { RefObject } from 'react'

/** Gives the focus to a field of the form, where it has one of that name. */
export const focusField = ({ ref }: { ref: RefObject<HTMLFormElement | null> }, name: string): void => {
  const field = ref.current?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

/** Gives the focus to the first field that is marked as wrong. */
export const focusInvalid = (form: HTMLFormElement | null): void => {
  const wrong = [...(form?.elements ?? [])].find((field) => field.hasAttribute('aria-invalid'))
  if (wrong instanceof HTMLElement) wrong.focus()
}
