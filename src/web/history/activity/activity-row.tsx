import { Link } from 'react-router'
import type { ChangeOfThing, ProjectEvent } from '../../../shared/history/activity.api.ts'
import { EVENTS } from '../../../shared/events.ts'
import { TRASH_DAYS } from '../../../shared/history/trash-days.ts'
import { ValueChange, TimelineRow } from '../timeline.tsx'
import { formatValue } from '../../structure/format-value.ts'
import { paths } from '../../lib/paths.ts'
import { Tag } from '../../ui/tag.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './activity.module.css'

const TEXTS: Readonly<Record<NonNullable<ChangeOfThing['text']>, string>> = {
  name: 'Name',
  client: 'Client',
  address: 'Address',
  address2: 'Address 2',
  city: 'City',
  state: 'State',
  zip: 'Zip Code',
  roomType: 'Room Type',
  cover: 'Cover',
  firm: 'Firm',
  firmPhone: 'Firm Phone',
  number: 'Project Number',
  drawnBy: 'Drawn By',
  logo: 'Logo',
  notes: 'Notes',
}

const nameOf = ({ label, text }: ChangeOfThing): string => label || (text === null ? 'Removed field' : TEXTS[text])

/** Events of creating or deleting something show only its name, which is the heading. */
const showsNameOnly = ({ kind, room, item, was, is }: ProjectEvent): boolean => {
  const name = item?.title ?? room?.name
  return name !== undefined && (is ?? was) === name && EVENTS[kind].topic !== 'file'
}

/** The affected thing: a link if it still exists. */
const Thing = ({ event: { room, item } }: { event: ProjectEvent }) => {
  if (!room) return null
  const place = (
    <Named to={room.roomID === null ? undefined : paths.roomItems(room.roomID)}>{room.name || 'A room'}</Named>
  )
  return (
    <p>
      {item && (
        <>
          <b className="strong">
            <Named to={item.itemID === null ? undefined : paths.editItem(item.itemID)}>{item.title || 'An item'}</Named>
          </b>{' '}
          <span className="faint">in</span>{' '}
        </>
      )}
      {item ? place : <b className={classNames('strong', styles.alone)}>{place}</b>}
    </p>
  )
}

const Named = ({ to, children }: { to: string | undefined; children: string }) =>
  to === undefined ? <bdi>{children}</bdi> : <Link to={to}>{children}</Link>

/** One event of a project: what changed, from what to what, who changed it and when. */
export const ActivityRow = ({ event }: { event: ProjectEvent }) => {
  const { at, name, kind, changes, was, is, isNew } = event
  const appeared = kind === 'item created'
  const began = changes.flatMap(({ label, kind: labelKind, after }) =>
    label === '' ? [] : [formatValue(labelKind, after)],
  )
  return (
    <TimelineRow
      at={at}
      who={name || `Automatically, after ${TRASH_DAYS} days`}
      label={
        <>
          {EVENTS[kind].title} {isNew && <Tag kind="info">New</Tag>}
        </>
      }
    >
      <Thing event={event} />
      {appeared ? (
        <ValueChange was={null} is={[is, ...began].filter(Boolean).join(', ')} />
      ) : (
        <>
          {(was !== null || is !== null) && !showsNameOnly(event) && <ValueChange was={was} is={is} />}
          {kind !== 'item kind changed' &&
            changes.map((change, position) => (
              <div key={position} className="flex wrap baseline gap-12 tight">
                <span className="faint label">{nameOf(change)}</span>
                <ValueChange
                  was={formatValue(change.kind, change.before)}
                  is={formatValue(change.kind, change.after)}
                  wasSample={change.beforeSample}
                  isSample={change.afterSample}
                />
              </div>
            ))}
        </>
      )}
    </TimelineRow>
  )
}
