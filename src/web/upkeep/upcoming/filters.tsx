import { Link, useSearchParams } from 'react-router'
import type { Upcoming } from '../../../shared/upkeep/upcoming.api.ts'
import { Select } from '../../ui/forms/select.tsx'
import { entriesOf, type Entry } from './entries.ts'
import chipStyles from '../../ui/page/category-chips.module.css'
import styles from './coming-up.module.css'

export type Shown = 'tasks' | 'warranties' | undefined

const SHOWN = ['tasks', 'warranties'] as const

/** The filter in the address. */
export const showOf = (request: Request): Shown => {
  const asked = new URL(request.url).searchParams.get('show')
  return SHOWN.find((each) => each === asked)
}

export const isShown = ({ task }: Entry, shown: Shown): boolean =>
  shown === undefined || (shown === 'tasks') === (task !== undefined)

/** More homes than this are chosen from a list. */
const MOST_CHIPS = 6

interface FiltersProps {
  projectID: number | undefined
  chosen: Shown
  homes: readonly { projectID: number; name: string }[]
  /** The entries of all homes. */
  all: Upcoming
}

/** Filters by kind or by home. */
export const Filters = ({ projectID, chosen, homes, all }: FiltersProps) => {
  const [, setQuery] = useSearchParams()
  const entries = entriesOf(all)
  const goesOn = all.later !== null || all.earlier !== null
  const count = (fits: (entry: Entry) => boolean) => `${entries.filter(fits).length}${goesOn ? '+' : ''}`
  const chip = (name: string, query: string, isCurrent: boolean, fits: (entry: Entry) => boolean) => (
    <Link
      key={query}
      to={{ search: query }}
      replace
      preventScrollReset
      className={chipStyles.chip}
      aria-current={isCurrent || undefined}
    >
      <bdi>{name}</bdi> <span>{count(fits)}</span>
    </Link>
  )
  const isAll = projectID === undefined && chosen === undefined
  return (
    <div className={styles.filters}>
      <nav aria-label="Show" className={chipStyles.chips}>
        {chip('All', '', isAll, () => true)}
        {chip('Tasks', '?show=tasks', chosen === 'tasks', ({ task }) => task !== undefined)}
        {chip('Warranties', '?show=warranties', chosen === 'warranties', ({ task }) => task === undefined)}
        {homes.length > 1 &&
          homes.length <= MOST_CHIPS &&
          homes.map((home) =>
            chip(
              home.name,
              `?projectID=${home.projectID}`,
              home.projectID === projectID,
              (entry) => entry.projectID === home.projectID,
            ),
          )}
      </nav>
      {homes.length > MOST_CHIPS && (
        <div className={styles.filter}>
          <Select
            label="Home"
            name="home"
            value={`${projectID ?? ''}`}
            onChange={(value) =>
              setQuery(value === '' ? {} : { projectID: value }, { replace: true, preventScrollReset: true })
            }
          >
            <option value="">All Homes</option>
            {homes.map((home) => (
              <option key={home.projectID} value={home.projectID}>
                {home.name}
              </option>
            ))}
          </Select>
        </div>
      )}
    </div>
  )
}
