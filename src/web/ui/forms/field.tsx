import { useEffectEvent, useId, useLayoutEffect, type ReactNode } from 'react'
import { ready } from '../../lib/prerendered.ts'
import { classNames } from '../class-names.ts'
import styles from './field.module.css'
import { IconAlertCircle } from '../icons.tsx'

export interface FieldBaseProps {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean | undefined
}

/** Attributes that link a control to its label, error and hint. */
interface ControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  /** User text sets its own direction. */
  dir: 'auto'
}

interface FieldProps extends FieldBaseProps {
  /** For text controls only. */
  value?: string
  onChange?: (value: string) => void
  /** Shown below the control, right-aligned. */
  counter?: ReactNode
  children: (control: ControlProps) => ReactNode
}

/** Passes on what the user typed or the browser filled in before a prerendered page was hydrated. */
const useInputBeforeHydration = (id: string, value?: string, onChange?: (value: string) => void) => {
  const take = useEffectEvent(() => {
    const control = ready && document.getElementById(id)
    if (control && 'value' in control && control.value !== value) onChange?.(String(control.value))
  })
  useLayoutEffect(() => take(), [])
}

export const Field = ({ label, error, hint, optional, value, onChange, counter, children }: FieldProps) => {
  const id = useId()
  useInputBeforeHydration(id, value, onChange)
  const errorID = error ? `${id}-error` : undefined
  const hintID = hint || counter ? `${id}-hint` : undefined
  return (
    <div className="column shrink">
      <label className="label strong mb-4" htmlFor={id}>
        {label}
        {optional && <span className="faint regular"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': [errorID, hintID].filter(Boolean).join(' ') || undefined,
        dir: 'auto',
      })}
      {error && (
        <p id={errorID} className={classNames('flex label danger gap-8 mt-8 size-18', styles.error)}>
          <IconAlertCircle aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      {hintID && (
        <div id={hintID} className="flex between faint small gap-12 mt-8">
          <span>{hint}</span>
          {counter}
        </div>
      )}
    </div>
  )
}
