import { useEffect, useEffectEvent, type RefObject } from 'react'
import { focusField } from './focus-field.ts'

/** The first field takes the focus, except on touch devices, where the keyboard would cover the page. */
export const useFirstFocus = (form: { ref: RefObject<HTMLFormElement | null> }, name: string): void => {
  const focus = useEffectEvent(() => {
    const isElsewhere = document.activeElement?.matches('input, select, textarea, dialog *')
    if (matchMedia('(pointer: fine)').matches && !isElsewhere) focusField(form, name)
  })
  useEffect(() => focus(), [])
}
