import { Link, useNavigate } from 'react-router'
import type { Found, HitKind } from '../../shared/search/search.api.ts'
import { paths } from '../lib/paths.ts'
import { classNames } from '../ui/class-names.ts'
import { Select } from '../ui/forms/select.tsx'
import styles from './find.module.css'
import chipStyles from '../ui/page/category-chips.module.css'

export interface Filter {
  propID?: number | undefined
  projectID?: number | undefined
  catID?: number | undefined
  kind?: HitKind | undefined
}

interface FindFiltersProps {
  q: string
  filter: Filter
  found: Found
}

const KINDS = [
  ['All', undefined],
  ['Items', 'items'],
  ['In Files', 'files'],
  ['Rooms', 'rooms'],
] as const

/** Filters by kind, project and category, with the number of hits in each. */
export const FindFilters = ({ q, filter, found }: FindFiltersProps) => {
  const navigate = useNavigate()
  const { totals } = found
  if (!totals) return null
  const places = found.projects + found.rooms
  const counts = { items: totals.items, files: totals.inFiles, rooms: places }
  const all = counts.items + counts.files + counts.rooms
  const choose = (name: 'projectID' | 'catID', id: string) =>
    void navigate(paths.find(q, { ...filter, [name]: id === '' ? undefined : Number(id) }))
  return (
    <div className="row wrap between gap-12 mb-24">
      {filter.propID === undefined && (
        <nav aria-label="Show" className={chipStyles.chips}>
          {KINDS.map(([name, kind]) => (
            <Link
              key={name}
              to={paths.find(q, { ...filter, kind })}
              replace
              preventScrollReset
              className={chipStyles.chip}
              aria-current={kind === filter.kind || undefined}
            >
              {name} <span>{kind === undefined ? all : counts[kind]}</span>
            </Link>
          ))}
        </nav>
      )}
      <div className={classNames('flex wrap gap-8', styles.selects)}>
        {(totals.projects.length > 1 || filter.projectID !== undefined) && (
          <Select
            label="Project"
            name="project"
            value={`${filter.projectID ?? ''}`}
            onChange={(id) => choose('projectID', id)}
          >
            <option value="">All projects</option>
            {totals.projects.map(({ projectID, name, items }) => (
              <option key={projectID} value={projectID}>{`${name} (${items})`}</option>
            ))}
          </Select>
        )}
        {(totals.categories.length > 1 || filter.catID !== undefined) && (
          <Select
            label="Category"
            name="category"
            value={`${filter.catID ?? ''}`}
            onChange={(id) => choose('catID', id)}
          >
            <option value="">All categories</option>
            {totals.categories.map(({ catID, name, items }) => (
              <option key={catID} value={catID}>{`${name} (${items})`}</option>
            ))}
          </Select>
        )}
      </div>
    </div>
  )
}
