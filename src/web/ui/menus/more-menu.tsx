import type { ReactNode } from 'react'
import { createIcon } from '../icons.tsx'
import { Menu } from './menu.tsx'
import { classNames } from '../class-names.ts'
import styles from './menu.module.css'

const IconDots = createIcon(
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0m7 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0m7 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
)

/** A group of a long menu, with a line above all but the first; nothing if it is empty. */
export const MenuGroup = ({ children }: { children: ReactNode }) => (
  <div className={classNames('grid', styles.group)}>{children}</div>
)

interface MoreMenuProps {
  name?: string
  /** In a bar at the bottom of the window: opens above the button. */
  up?: boolean
  autoFocus?: boolean
  /** Quiet buttons and links. Pressing one closes the menu. */
  children: ReactNode
}

/** The three dots with the less frequent actions of a screen or row. */
export const MoreMenu = ({ name = 'More', up = false, autoFocus = false, children }: MoreMenuProps) => (
  <Menu quiet name={name} icon={<IconDots />} up={up} from={up ? 'left' : 'right'} autoFocus={autoFocus}>
    {(close) => (
      // Clicks of the buttons inside; the keyboard presses those.
      <div className={classNames('grid nowrap', styles.list)} onClick={close} role="presentation">
        {children}
      </div>
    )}
  </Menu>
)
