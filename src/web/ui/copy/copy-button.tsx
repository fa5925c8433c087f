import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import styles from './copy-button.module.css'
import { IconCheck, IconCopy } from '../icons.tsx'
import { useCopy } from './use-copy.ts'

interface CopyButtonProps {
  text: string
  /**
   * What the button says. Without it, it is an icon aligned to the right edge of its container, which covers as little of it
   * as possible and says what was copied.
   */
  label?: string
  /** What the text is: 'the link'. */
  what?: string
  /** By default it names what is copied. */
  'aria-label'?: string
  small?: boolean
  /** -1 where another control handles the keyboard. */
  tabIndex?: number
  autoFocus?: boolean
}

/** Copies a text and announces it. */
export const CopyButton = ({ text, label, what, small = true, ...rest }: CopyButtonProps) => {
  const { copied, copy } = useCopy()
  const onClick = () => void copy(text, what)
  const name = `Copy ${what ?? text}`
  if (label !== undefined)
    return (
      <>
        <Button
          small={small}
          icon={copied ? <IconCheck /> : <IconCopy />}
          aria-label={name}
          {...rest}
          onClick={onClick}
        >
          {label}
        </Button>
        <span role="status" className="visually-hidden">
          {copied && <span key={copied.count}>Copied</span>}
        </span>
      </>
    )
  return (
    <span className={classNames('row no-print', styles.copy)}>
      <button
        type="button"
        className={classNames('centered round hover-primary primary size-18', styles.button)}
        aria-label={name}
        {...rest}
        onClick={onClick}
      >
        <IconCopy aria-hidden="true" />
      </button>
      <span role="status" className={classNames('no-print', styles.said)}>
        {copied && (
          <span key={copied.count}>
            <IconCheck aria-hidden="true" />
            <span>{`Copied ${text}`}</span>
          </span>
        )}
      </span>
    </span>
  )
}
