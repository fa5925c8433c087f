import { useId } from 'react'
import type { ChangedText, Other } from '../../../../shared/items/bulk/linked-copies.api.ts'
import { formatValue } from '../../../structure/format-value.ts'
import { shortened } from './linked-copies-words.ts'

interface LinkedCopiesListProps {
  others: readonly Other[]
  changed: readonly ChangedText[]
  label: string
  deselected?: ReadonlySet<number>
  /** Absent for a read-only list. */
  onToggle?: (itemIDs: readonly number[], isSelected: boolean) => void
}

/** Grouped by project, with the room and current value of each. */
export const LinkedCopiesList = ({ others, changed, label, deselected, onToggle }: LinkedCopiesListProps) => {
  const id = useId()
  const projects = [...new Set(others.map(({ projectID }) => projectID))]
  const currentValues = ({ values }: Other): string =>
    values
      .map(
        (value, at) =>
          `${changed.length > 1 ? `${changed[at]?.label ?? ''}: ` : ''}${shortened(formatValue(changed[at]?.kind, value ?? ''))}`,
      )
      .join(' · ')
  return projects.map((projectID, at) => {
    const inProject = others.filter((other) => other.projectID === projectID)
    const headID = `${id}-${at}`
    return (
      <section key={projectID} aria-labelledby={headID}>
        <h3 id={headID} className="muted small on-quiet choice">
          {!onToggle && `${label}: `}
          <bdi>{inProject[0]?.projectName}</bdi>
        </h3>
        <ul className="ruled">
          {inProject.map((other) => (
            <li key={other.itemID}>
              <label className="choice">
                {onToggle && (
                  <input
                    type="checkbox"
                    name="other"
                    checked={deselected?.has(other.itemID) !== true}
                    onChange={({ target }) => onToggle([other.itemID], target.checked)}
                  />
                )}
                <bdi>{other.roomName}</bdi> <bdi className="grow text-right muted small">{currentValues(other)}</bdi>
              </label>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
