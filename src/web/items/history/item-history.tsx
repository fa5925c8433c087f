import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { getHistory, type ItemEvent } from '../../../shared/history/history.api.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { endpointQuery } from '../../lib/query.ts'
import type { LinkedCopiesOffer } from '../bulk/linked-copies/find-linked-copies.ts'
import { ChangeCopiesButton } from '../bulk/linked-copies/linked-copies-question.tsx'
import { Button } from '../../ui/button.tsx'
import { IconArrowBackUp } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { restoreActionOf } from './restore-action.ts'
import { restoreActionsOf, type Editing } from './restore-actions.ts'
import { ValueChange, Timeline, TimelineRow } from '../../history/timeline.tsx'
import { rowsOfEvent } from './rows-of-event.ts'

interface ItemHistoryProps {
  /** The stored item. */
  item: Item
  /** Absent for viewers. */
  editing?: Editing
}

/** Whether the user left the linked copies unchanged after this event. */
const isAnswerTo = ({ eventID, asks }: LinkedCopiesOffer, event: ItemEvent): boolean =>
  !asks && event.kind === 'item others left' && event.eventID > eventID

const UNABLE = { other: 'Unable to load the history' }

/** An item's events, grouped by day, newest first. */
export const ItemHistory = ({ item, editing }: ItemHistoryProps) => {
  const putBack = editing && restoreActionsOf(editing)
  const { others } = editing ?? {}
  const { itemID, roomID, version, attachments } = item
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const place = useRef<HTMLDivElement>(null)

  // Reloads when anyone has changed the item.
  const files = attachments.map(({ remote, name, caption }) => [remote, name, caption].join('\n'))
  const {
    data: latest,
    error,
    dataUpdatedAt,
  } = useQuery({
    ...endpointQuery(getHistory, { query: { itemID } }, [roomID, version, files, others?.times]),
    placeholderData: keepPreviousData,
  })
  const [opened] = useState(Date.now)
  const [added, setAdded] = useState<{ to: typeof latest; events: readonly ItemEvent[]; older: number | null }>()
  const more = added?.to === latest ? added : undefined
  const shown = latest && { events: [...latest.events, ...(more?.events ?? [])], older: (more ?? latest).older }
  const unloaded = error ? sentence(error, UNABLE) : undefined

  /** Runs one call at a time. */
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
        const { events, older } = await call(getHistory, { query: { itemID, before: shown.older } })
        setAdded({ to: latest, events: [...(more?.events ?? []), ...events], older })
      } catch (error) {
        return sentence(error, UNABLE)
      }
    })

  if (!shown) return unloaded === undefined ? <Spinner /> : <Message kind="error">{unloaded}</Message>
  return (
    <div ref={place} tabIndex={-1}>
      {(failure ?? unloaded) !== undefined && <Message kind="error">{failure ?? unloaded}</Message>}
      <Timeline events={shown.events} now={new Date(Math.max(opened, dataUpdatedAt))}>
        {(event) =>
          rowsOfEvent(event, item).map((row, at) => {
            const key = `${event.eventID} ${at}`
            const back = putBack && restoreActionOf(row, item, putBack)
            return (
              <TimelineRow
                key={key}
                at={event.at}
                who={event.name}
                label={row.label}
                action={
                  others?.found && isAnswerTo(others.found, event) ? (
                    <ChangeCopiesButton found={others.found} onAnswer={others.askAgain} />
                  ) : typeof back === 'string' ? (
                    <span className="faint small">{back}</span>
                  ) : (
                    back && (
                      <Button
                        small
                        icon={<IconArrowBackUp />}
                        busy={busy === key}
                        aria-label={`Put Back ${row.label}: ${row.was ?? row.is ?? ''}`.replace(/: $/, ': N/A')}
                        onClick={() =>
                          void act(key, async () => {
                            const refused = await back()
                            // The focused button is gone after a restore.
                            if (refused === undefined) place.current?.focus({ preventScroll: true })
                            return refused
                          })
                        }
                      >
                        Put Back
                      </Button>
                    )
                  )
                }
              >
                <ValueChange was={row.was} is={row.is} wasSample={row.wasSample} isSample={row.isSample} />
              </TimelineRow>
            )
          })
        }
      </Timeline>
      {shown.older !== null && (
        <div className="flex middle mt-16">
          <Button busy={busy === 'older'} onClick={() => void older()}>
            Show Older
          </Button>
        </div>
      )}
    </div>
  )
}
