import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './combo-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface Choice {
  /** No two of a list have the same. */
  key: string
  content: ReactNode
}

interface ComboFieldProps<C extends Choice> extends Omit<TextFieldProps, 'ref' | 'type'> {
  /** What the list is called where it is read out. */
  listName: string
  /** What the text could mean; they may come late, and none shows no list. */
  choices: readonly C[]
  onChoose: (choice: C) => void
  /** The list is asked for before anything was typed. */
  onOpen?: () => void
  /** Enter takes the first choice, so that nothing has to be marked first; it never sends the form. */
  takesFirst?: boolean
}

/** In CSS pixels. */
const GAP = 4

/**
 * A text field with a list of choices below, as WAI-ARIA describes an editable combobox. The text is always what was
 * typed: a list that opens or comes late changes nothing of it, Escape only closes the list, and nothing is taken but
 * what somebody chooses.
 */
export const ComboField = <C extends Choice>({
  listName,
  choices,
  onChoose,
  onOpen,
  takesFirst = false,
  onChange,
  onBlur,
  ...rest
}: ComboFieldProps<C>) => {
  const listID = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState(false)
  /** The key of the choice that somebody went to. */
  const [marked, setMarked] = useState<string>()
  const isShown = open && choices.length > 0
  const found = isShown ? choices.findIndex(({ key }) => key === marked) : -1
  const at = found < 0 && isShown && takesFirst ? 0 : found
  const idOf = (index: number) => `${listID}-${index}`

  useLayoutEffect(() => {
    // Between the input and what is said below it.
    if (isShown && list.current && input.current)
      list.current.style.top = `${input.current.offsetTop + input.current.offsetHeight + GAP}px`
  }, [isShown])
  useLayoutEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const close = () => {
    setOpen(false)
    setMarked(undefined)
  }
  const choose = (choice: C) => {
    close()
    onChoose(choice)
  }
  const move = (by: 1 | -1) => {
    if (!isShown) {
      setOpen(true)
      onOpen?.()
      return
    }
    // Behind the last one and before the first is what was typed.
    const places = choices.length + 1
    setMarked(choices[((at + 1 + by + places) % places) - 1]?.key)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
    // What an input method takes is not meant for the list.
    if (nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return
    const choice = choices[at]
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp' && isShown) move(-1)
    else if (key === 'Enter' && choice) choose(choice)
    else if (key === 'Escape' && isShown) close()
    else if (key !== 'Enter' || !takesFirst) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className={styles.around}>
      <TextField
        {...rest}
        ref={input}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listID : undefined}
        aria-activedescendant={at < 0 ? undefined : idOf(at)}
        autoComplete="off"
        onChange={(text) => {
          setOpen(true)
          setMarked(undefined)
          onChange(text)
        }}
        onClick={() => {
          if (rest.value !== '' || open) return
          setOpen(true)
          onOpen?.()
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          close()
          onBlur?.(event)
        }}
      />
      {isShown && (
        <ul
          ref={list}
          id={listID}
          role="listbox"
          aria-label={listName}
          className={styles.list}
          // The field keeps the focus, and on a phone the keyboard stays.
          onMouseDown={(event) => event.preventDefault()}
        >
          {choices.map((choice, index) => (
            <li
              key={choice.key}
              id={idOf(index)}
              role="option"
              aria-selected={index === at}
              className={styles.choice}
              onClick={() => choose(choice)}
            >
              {choice.content}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
