import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { isForInputMethod } from '../../lib/keys.ts'
import { counted } from '../../lib/pluralize.ts'
import { classNames } from '../class-names.ts'
import styles from './combo-field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface Choice {
  /** Unique within the list. */
  key: string
  content: ReactNode
}

interface ComboFieldProps<C extends Choice> extends Omit<TextFieldProps, 'ref' | 'type'> {
  /** The accessible name of the list. */
  listName: string
  /** Suggestions for the text; they may arrive late. The list is hidden while there are none. */
  choices: readonly C[]
  onChoose: (choice: C) => void
  /** Called when the user opens the list before typing. */
  onOpen?: () => void
  /** Enter chooses the first suggestion if none is highlighted, and never submits the form. */
  autoSelectsFirst?: boolean
}

/** In CSS pixels. */
const GAP = 4

/**
 * A text field with suggestions: WAI-ARIA's editable combobox with list autocomplete. Opening the list or receiving suggestions
 * never changes the typed text, Escape only closes the list, and only an explicit choice is applied.
 */
export const ComboField = <C extends Choice>({
  listName,
  choices,
  onChoose,
  onOpen,
  autoSelectsFirst = false,
  onChange,
  onBlur,
  ...rest
}: ComboFieldProps<C>) => {
  const listID = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState(false)
  /** The key of the highlighted choice. */
  const [highlightedKey, setHighlightedKey] = useState<string>()
  const isShown = open && choices.length > 0
  const highlighted = isShown ? choices.findIndex(({ key }) => key === highlightedKey) : -1
  const at = highlighted < 0 && isShown && autoSelectsFirst ? 0 : highlighted
  const idOf = (index: number) => `${listID}-${index}`

  useLayoutEffect(() => {
    // Below the input, above its error and hint.
    if (isShown && list.current && input.current)
      list.current.style.top = `${input.current.offsetTop + input.current.offsetHeight + GAP}px`
  }, [isShown])
  useLayoutEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  const close = () => {
    setOpen(false)
    setHighlightedKey(undefined)
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
    // The typed text takes one position between the last choice and the first.
    const places = choices.length + 1
    setHighlightedKey(choices[((at + 1 + by + places) % places) - 1]?.key)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event
    if (isForInputMethod(nativeEvent) || altKey || ctrlKey || metaKey || shiftKey) return
    const choice = choices[at]
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp' && isShown) move(-1)
    else if (key === 'Enter' && choice) choose(choice)
    else if (key === 'Escape' && isShown) close()
    else if (key !== 'Enter' || !autoSelectsFirst) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
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
          setHighlightedKey(undefined)
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
      <span role="status" className="visually-hidden">
        {isShown && counted(choices.length, 'suggestion')}
      </span>
      {isShown && (
        <ul
          ref={list}
          id={listID}
          role="listbox"
          aria-label={listName}
          className={classNames('frame', styles.list)}
          // Keeps the focus in the field and the keyboard of a phone open.
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
