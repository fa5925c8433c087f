import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './button.module.css'
import { classNames } from './class-names.ts'

export type ButtonKind = 'primary' | 'default' | 'quiet' | 'danger' | 'danger-filled'

interface ButtonStyleProps {
  kind?: ButtonKind | undefined
  icon?: ReactNode
  small?: boolean | undefined
}

const buttonClass = (kind: ButtonKind = 'default', small?: boolean) =>
  classNames(
    'inline-row middle round strong text-center plain gap-8 no-print',
    styles.button,
    styles[kind],
    small && styles.small,
  )

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonStyleProps {
  /** Shows a spinner and ignores clicks, but keeps the focus, which a disabled button would lose. */
  busy?: boolean | undefined
  /** Looks disabled and is announced so, but can be pressed; the form then reports what is missing. */
  incomplete?: boolean | undefined
}

export const Button = ({
  kind,
  icon,
  small,
  busy,
  incomplete,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) => {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  const shownIcon = busy ? <span className="spins" /> : icon
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(kind, small)}
      aria-busy={busy}
      aria-disabled={incomplete || undefined}
      onClick={click}
    >
      {/* Always rendered: in a translated page React's insertion point, a text node, is gone. */}
      <span className={styles.icon} aria-hidden="true">
        {shownIcon}
      </span>
      {children}
    </button>
  )
}

interface LinkButtonProps extends Omit<LinkProps, 'className'>, ButtonStyleProps {}

export const LinkButton = ({ kind, icon, small, children, ...rest }: LinkButtonProps) => (
  <Link {...rest} className={buttonClass(kind, small)}>
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
  <button
    {...rest}
    type={type}
    className={classNames('fixed muted round hover-sunken no-print', styles.iconButton)}
    aria-label={label}
    title={label}
  >
    {icon}
  </button>
)
