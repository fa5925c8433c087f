import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { getHistory, type ChangeOfText, type ItemEvent } from '../../shared/history.ts'
import type { Item } from '../../shared/items.ts'
import { call } from '../api/call.ts'
import { sentence } from '../api/errors.ts'
import { untilAnswered } from '../connection.ts'
import { draftOf } from '../items/item-draft.ts'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Spinner } from '../ui/spinner.tsx'
import styles from './item-history.module.css'
import { rowsOfEvent, type HistoryRow } from './rows-of-event.ts'

type Text = NonNullable<ChangeOfText['text']>

interface ItemHistoryProps {
  /** As it is stored. */
  item: Item
  /** Each answers a sentence where it could not; absent for whoever may only look. */
  putBack?: {
    value: (text: Text, value: string) => Promise<string | undefined>
    file: (trashID: number, name: string) => Promise<string | undefined>
  }
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

const byDay = (events: readonly ItemEvent[]): [day: string, events: ItemEvent[]][] => {
  const days = new Map<string, ItemEvent[]>()
  for (const event of events) {
    const day = DAY.format(new Date(event.at))
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days]
}

/** What happened to an item, the newest day first. */
export const ItemHistory = ({ item, putBack }: ItemHistoryProps) => {
  const { itemID, version, attachments } = item
  const [shown, setShown] = useState<{ events: readonly ItemEvent[]; older: number | null; today: string }>()
  const [unloaded, setUnloaded] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const place = useRef<HTMLDivElement>(null)

  const fail = useEffectEvent((error: unknown) => setUnloaded(sentence(error, { other: 'Unable to load the history' })))
  // Anew when the item was changed, here or by others.
  const files = attachments.map(({ remote, name, caption }) => [remote, name, caption].join('\n')).join('\n')
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end
    untilAnswered(() => call(getHistory, { query: { itemID } }, { signal }), { signal }).then(
      (latest) => {
        if (signal.aborted) return
        setUnloaded(undefined)
        setShown({ ...latest, today: DAY.format(new Date()) })
      },
      (error: unknown) => signal.aborted || fail(error),
    )
    return () => end.abort()
  }, [itemID, version, files])

  /** One call at a time. */
  const act = async (name: string, work: () => Promise<string | undefined>) => {
    if (busy !== undefined) return
    setBusy(name)
    setFailure(undefined)
    try {
      setFailure(await work())
    } finally {
      setBusy(undefined)
    }
  }

  const older = () =>
    act('older', async () => {
      if (!shown || shown.older === null) return
      try {
        const more = await call(getHistory, { query: { itemID, before: shown.older } })
        setShown({ ...shown, events: [...shown.events, ...more.events], older: more.older })
      } catch (error) {
        return sentence(error, { other: 'Unable to load the history' })
      }
    })

  const held = draftOf(item)
  const backOf = (row: HistoryRow): (() => Promise<string | undefined>) | undefined => {
    const { text, was, trashID } = row
    if (!putBack || was === null) return undefined
    if (typeof trashID === 'number') return () => putBack.file(trashID, was)
    if (!text || held[text] === was || isUnlabelled(item, text)) return undefined
    return () => putBack.value(text, was)
  }

  if (!shown) return unloaded === undefined ? <Spinner /> : <Message kind="error">{unloaded}</Message>
  return (
    <div ref={place} tabIndex={-1} className={styles.history}>
      {(failure ?? unloaded) !== undefined && <Message kind="error">{failure ?? unloaded}</Message>}
      {byDay(shown.events).map(([day, events]) => (
        <section key={day} className={styles.day} aria-label={day}>
          <h2>{day === shown.today ? 'Today' : day}</h2>
          <ol>
            {events.flatMap((event) =>
              rowsOfEvent(event).map((row, at) => {
                const key = `${event.eventID} ${at}`
                const back = backOf(row)
                return (
                  <li key={key} className={styles.event}>
                    <time dateTime={event.at}>{TIME.format(new Date(event.at))}</time>
                    <div className={styles.what}>
                      <p className={styles.label} dir="auto">
                        {row.label}
                      </p>
                      <p className={styles.change}>
                        <Change {...row} />
                      </p>
                      <p className={styles.who}>{event.who}</p>
                    </div>
                    {back && (
                      <Button
                        small
                        icon={<IconArrowBackUp />}
                        busy={busy === key}
                        aria-label={`Put Back ${row.label}: ${row.was || 'N/A'}`}
                        onClick={() =>
                          void act(key, async () => {
                            const refused = await back()
                            // The button is gone with what it offered.
                            if (refused === undefined) place.current?.focus({ preventScroll: true })
                            return refused
                          })
                        }
                      >
                        Put Back
                      </Button>
                    )}
                  </li>
                )
              }),
            )}
          </ol>
        </section>
      ))}
      {shown.older !== null && (
        <div className={styles.more}>
          <Button busy={busy === 'older'} onClick={() => void older()}>
            Show Older
          </Button>
        </div>
      )}
    </div>
  )
}

const isUnlabelled = ({ labels }: Item, text: Text): boolean =>
  text.startsWith('field') && !labels.some(({ field }) => field === text)

/** Read out as from what to what. */
const Change = ({ was, is }: HistoryRow): ReactNode => (
  <>
    {was !== null && (
      <del>
        {is !== null && <span className="visually-hidden">From </span>}
        <Value text={was} />
      </del>
    )}
    {was !== null && is !== null && (
      <>
        <IconArrowRight aria-hidden="true" />
        <span className="visually-hidden"> to </span>
      </>
    )}
    {is !== null && (
      <ins>
        <Value text={is} />
      </ins>
    )}
  </>
)

const Value = ({ text }: { text: string }) =>
  text === '' ? <em className={styles.none}>N/A</em> : <bdi className={styles.value}>{text}</bdi>
