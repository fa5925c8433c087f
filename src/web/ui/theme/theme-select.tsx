import { chooseTheme, useTheme, type Theme } from './theme.ts'
import { classNames } from '../class-names.ts'
import styles from './theme-select.module.css'

/** Light, dark, or as the system has it; kept in this browser. */
export const ThemeSelect = () => (
  <select
    aria-label="Appearance"
    className={classNames('muted surface min-target', styles.select)}
    value={useTheme()}
    onChange={({ target }) => chooseTheme(target.value as Theme)}
  >
    <option value="system">System appearance</option>
    <option value="light">Light</option>
    <option value="dark">Dark</option>
  </select>
)
