import type { ReactNode } from 'react'
import { Chip } from '../ui/chip.tsx'
import { IconArrowRight } from '../ui/icons.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './timeline.module.css'

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

interface TimedEvent {
  eventID: number
  at: string
}

const byDay = <Event extends TimedEvent>(events: readonly Event[]): [day: string, events: Event[]][] => {
  const days = new Map<string, Event[]>()
  for (const event of events) {
    const day = DAY.format(new Date(event.at))
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days]
}

interface TimelineProps<Event extends TimedEvent> {
  /** The latest first. */
  events: readonly Event[]
  /** When the events were loaded. */
  now: Date
  /** The rows of one event. */
  children: (event: Event) => ReactNode
}

/** Events by day along a line with dots. */
export const Timeline = <Event extends TimedEvent>({ events, now, children }: TimelineProps<Event>) =>
  byDay(events).map(([day, those]) => (
    <section key={day} className={classNames('grid', styles.day)} aria-label={day}>
      <h2 className="card-title">{day === DAY.format(now) ? 'Today' : day}</h2>
      <ol>{those.map(children)}</ol>
    </section>
  ))

interface TimelineRowProps {
  at: string
  who: string
  /** What the row is about. */
  label: ReactNode
  /** An action for the row. */
  action?: ReactNode
  children: ReactNode
}

export const TimelineRow = ({ at, who, label, action, children }: TimelineRowProps) => (
  <li className={classNames('grid top relative gap-16 tight', styles.event)}>
    <time dateTime={at} className="faint small">
      {TIME.format(new Date(at))}
    </time>
    <div className={classNames('grid', styles.what)}>
      <p className="faint label" dir="auto">
        {label}
      </p>
      <div className="grid shrink gap-4">{children}</div>
      <p className={classNames('faint small', styles.who)}>{who}</p>
    </div>
    {action}
  </li>
)

interface ValueChangeProps {
  /** Null if that side does not exist, '' for an empty value. */
  was: string | null
  is: string | null
  wasSample?: string | null | undefined
  isSample?: string | null | undefined
}

/** Announced as "from … to …". */
export const ValueChange = ({ was, is, wasSample, isSample }: ValueChangeProps) => (
  <p className={classNames('row wrap gap-8 size-18', styles.change)}>
    {was !== null && (
      <del className="muted">
        {is !== null && <span className="visually-hidden">From </span>}
        <Value text={was} sample={wasSample} />
      </del>
    )}
    {was !== null && is !== null && (
      <>
        <IconArrowRight aria-hidden="true" />
        <span className="visually-hidden"> to </span>
      </>
    )}
    {is !== null && (
      <ins className="strong">
        <Value text={is} sample={isSample} />
      </ins>
    )}
  </p>
)

const Value = ({ text, sample }: { text: string; sample: string | null | undefined }) =>
  text === '' ? (
    <span className="faint regular">N/A</span>
  ) : (
    <span className="inline-row shrink gap-8">
      {sample && <Chip sample={sample} icon={null} size="small" />}
      <bdi className="prewrap">{text}</bdi>
    </span>
  )
