import { useEffectEvent, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './checkbox.module.css'

type Native = Omit<ComponentProps<'input'>, 'type' | 'className' | 'name' | 'checked' | 'onChange'>

interface CheckboxProps extends Native {
  label: string
  name: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export const Checkbox = ({ label, checked, onChange, ...rest }: CheckboxProps) => {
  const box = useRef<HTMLInputElement>(null)
  // The user may have changed it before a prerendered page was hydrated.
  const take = useEffectEvent(() => {
    const ticked = box.current?.checked ?? checked
    if (ticked !== checked) onChange(ticked)
  })
  useLayoutEffect(() => take(), [])
  return (
    <label className={classNames('inline-row gap-8', styles.checkbox)}>
      <input
        {...rest}
        ref={box}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
