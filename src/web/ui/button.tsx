import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger' | 'danger-filled'

interface Look {
  kind?: ButtonKind | undefined
  icon?: ReactNode
  small?: boolean | undefined
}

const lookOf = (kind: ButtonKind = 'default', small?: boolean) =>
  classNames(styles.button, styles[kind], small && styles.small)

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, Look {
  /** Shows a spinner and ignores clicks, but keeps the focus, which a disabled button would lose. */
  busy?: boolean | undefined
  /** Looks disabled and is announced so, but can be pressed; the form then reports what is missing. */
  unready?: boolean | undefined
}

export const Button = ({
  kind,
  icon,
  small,
  busy,
  unready,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) => {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  const mark = busy ? <span className={styles.spinner} /> : icon
  return (
    <button
      {...rest}
      type={type}
      className={lookOf(kind, small)}
      aria-busy={busy}
      aria-disabled={unready || undefined}
      onClick={click}
    >
      {/* Always rendered: in a translated page React's insertion point, a text node, is gone. */}
      <span className={styles.icon} aria-hidden="true">
        {mark}
      </span>
      {children}
    </button>
  )
}

interface LinkButtonProps extends Omit<LinkProps, 'className'>, Look {}

export const LinkButton = ({ kind, icon, small, children, ...rest }: LinkButtonProps) => (
  <Link {...rest} className={lookOf(kind, small)}>
    <span className={styles.icon} aria-hidden="true">
      {icon}
    </span>
    {children}
  </Link>
)

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'aria-label' | 'title' | 'children'> {
  label: string
  icon: ReactNode
}

export const IconButton = ({ label, icon, type = 'button', ...rest }: IconButtonProps) => (
  <button {...rest} type={type} className={styles.iconButton} aria-label={label} title={label}>
    {icon}
  </button>
)
