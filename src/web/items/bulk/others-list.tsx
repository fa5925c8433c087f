import { useId } from 'react'
import type { ChangedText, Other } from '../../../shared/items/bulk/linked-copies.api.ts'
import { shownAs } from '../list/shown-value.ts'
import styles from './change-others.module.css'
import { shortened } from './named-others.ts'

interface OthersListProps {
  others: readonly Other[]
  changed: readonly ChangedText[]
  label: string
  unticked?: ReadonlySet<number>
  /** Absent for a read-only list. */
  onTick?: (itemIDs: readonly number[], isTicked: boolean) => void
}

/** Grouped by project, with the room and current value of each. */
export const OthersList = ({ others, changed, label, unticked, onTick }: OthersListProps) => {
  const id = useId()
  const projects = [...new Set(others.map(({ projectID }) => projectID))]
  const holds = ({ values }: Other): string =>
    values
      .map(
        (value, at) =>
          `${changed.length > 1 ? `${changed[at]?.label ?? ''}: ` : ''}${shortened(shownAs(changed[at]?.kind, value ?? ''))}`,
      )
      .join(' · ')
  return projects.map((projectID, at) => {
    const those = others.filter((other) => other.projectID === projectID)
    const headID = `${id}-${at}`
    return (
      <section key={projectID} aria-labelledby={headID}>
        <h3 id={headID}>
          {!onTick && `${label}: `}
          <bdi>{those[0]?.projectName}</bdi>
        </h3>
        <ul>
          {those.map((other) => (
            <li key={other.itemID}>
              <label className={styles.row}>
                {onTick && (
                  <input
                    type="checkbox"
                    name="other"
                    checked={unticked?.has(other.itemID) !== true}
                    onChange={({ target }) => onTick([other.itemID], target.checked)}
                  />
                )}
                <bdi>{other.roomName}</bdi> <bdi className={styles.holds}>{holds(other)}</bdi>
              </label>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
