import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import fieldStyles from '../../ui/forms/field.module.css'
import styles from './previewer.module.css'

export const GoToPage = ({ onGo }: { onGo: (page: number) => void }) => {
  const [typed, setTyped] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const page = Number.parseInt(typed, 10)
        if (Number.isFinite(page)) onGo(page)
        setTyped('')
      }}
    >
      <label className={classNames('row muted label nowrap gap-8', styles.goToLabel)}>
        Go to page
        <input
          inputMode="numeric"
          enterKeyHint="go"
          autoComplete="off"
          className={classNames('shrink full block round', fieldStyles.control, styles.number)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
    </form>
  )
}
