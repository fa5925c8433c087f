import { useEffect, useEffectEvent } from 'react'
import { counted } from '../../lib/pluralize.ts'
import { Button } from '../../ui/button.tsx'
import { isDialogOpen } from '../../lib/open-dialogs.ts'
import { ITEMS_AT_ONCE } from '../../../shared/items/bulk/bulk-changes.api.ts'
import type { SelectableItem, SelectableGroup } from './selection.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './select-items.module.css'

type Chosen = ReadonlySet<number>

interface SelectAllProps {
  label: string
  things: readonly SelectableItem[]
  chosen: Chosen
  /** As one of a group's. */
  quiet?: boolean
  autoFocus?: boolean
  onChoose: (chosen: Chosen) => void
}

/** Selects or deselects a whole group; indeterminate when some of it is selected. */
const SelectAll = ({ label, things, chosen, quiet, autoFocus, onChoose }: SelectAllProps) => {
  const count = things.filter(({ itemID }) => chosen.has(itemID)).length
  return (
    <label className={classNames('row min-44 gap-12', quiet ? 'muted' : 'strong')}>
      <input
        type="checkbox"
        autoFocus={autoFocus}
        checked={count === things.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < things.length
        }}
        onChange={({ target }) => {
          const next = new Set(chosen)
          for (const { itemID } of things)
            if (target.checked) next.add(itemID)
            else next.delete(itemID)
          onChoose(next)
        }}
      />
      {label}
    </label>
  )
}

interface SelectableRowsProps {
  groups: readonly SelectableGroup[]
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  onEnd: () => void
}

/** Rows with checkboxes. Escape ends the selection. */
export const SelectableRows = ({ groups, chosen, onChoose, onEnd }: SelectableRowsProps) => {
  const all = groups.flatMap(({ things }) => things)
  const end = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isDialogOpen()) onEnd()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => end(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const tick = (itemID: number, isTicked: boolean) => {
    const next = new Set(chosen)
    if (isTicked) next.add(itemID)
    else next.delete(itemID)
    onChoose(next)
  }
  const first = all.slice(0, ITEMS_AT_ONCE)
  return (
    <>
      <div className={classNames('row gap-16', styles.head)}>
        <SelectAll
          label={first.length < all.length ? `Select the First ${ITEMS_AT_ONCE}` : 'Select All'}
          things={first}
          chosen={chosen}
          autoFocus
          onChoose={onChoose}
        />
        <p role="status" className="muted push-right">
          {counted(chosen.size, 'item')} selected
          {chosen.size > ITEMS_AT_ONCE && ` (up to ${ITEMS_AT_ONCE} at a time)`}
        </p>
        <Button kind="quiet" onClick={onEnd}>
          Done
        </Button>
      </div>
      {groups.map(({ key, name, things }) => (
        <section key={key} className="mb-24" aria-labelledby={`tick-${key}`}>
          <header className="row wrap between gap-16 tight">
            <h2 id={`tick-${key}`}>{name}</h2>
            <SelectAll label={`All of ${name}`} things={things} chosen={chosen} quiet onChoose={onChoose} />
          </header>
          <ul className="sheet clip ruled">
            {things.map(({ itemID, chip, title, subcategory, details }) => (
              <li key={itemID}>
                <label className="choice">
                  <input
                    type="checkbox"
                    checked={chosen.has(itemID)}
                    onChange={({ target }) => tick(itemID, target.checked)}
                  />
                  {chip}
                  <span className={classNames('grid baseline grow', styles.words)}>
                    <span className="faint small">{subcategory}</span>{' '}
                    <span dir="auto" className="strong">
                      {title}
                    </span>{' '}
                    <span className="faint small">{details}</span>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
