import { Link } from 'react-router'
import type { News } from '../../shared/projects/projects.api.ts'
import { counted } from '../lib/pluralize.ts'
import { paths } from '../lib/paths.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './news-line.module.css'
import { IconHistory } from '../ui/icons.tsx'

/** Further people are counted, not named. */
const PEOPLE_NAMED = 3

const THIS_YEAR = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const EARLIER = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

const dayOf = (since: string): string => {
  const day = new Date(since)
  return (day.getFullYear() === new Date().getFullYear() ? THIS_YEAR : EARLIER).format(day)
}

const namesOf = (people: readonly string[]): string => {
  const others = people.length - PEOPLE_NAMED
  const named = people.slice(0, PEOPLE_NAMED)
  return new Intl.ListFormat('en').format(others > 0 ? [...named, counted(others, 'other')] : named)
}

/** One quiet line about changes by others since the last visit, with a link to them. */
export const NewsLine = ({ news: { since, changes, people }, projectID }: { news: News; projectID: number }) => (
  <p className={classNames('flex muted gap-8 mb-24', styles.news)}>
    <IconHistory aria-hidden="true" />
    <span className="shrink">
      {since === null ? 'New' : `New since ${dayOf(since)}`}:{' '}
      <Link to={paths.activity(projectID)}>
        {counted(changes, 'change')} by <bdi>{namesOf(people)}</bdi>
      </Link>
    </span>
  </p>
)
