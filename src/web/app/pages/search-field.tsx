import { classNames } from '../../ui/class-names.ts'
import styles from './view.module.css'
import { IconSearch } from '../../ui/icons.tsx'

interface SearchFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Searches while the user types. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => (
  <div role="search" className={classNames('relative mb-12', styles.search)}>
    <IconSearch className="muted" aria-hidden="true" />
    <input
      className="full field-box min-44"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={255}
      autoComplete="off"
      enterKeyHint="search"
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)
