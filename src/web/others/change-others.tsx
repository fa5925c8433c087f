import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { changeOthers, type ChangedText, type Other } from '../../shared/others.ts'
import { call } from '../api/call.ts'
import { sentence } from '../api/errors.ts'
import { useUndoEvent } from '../undo/use-undo-event.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Message } from '../ui/message.tsx'
import { toast } from '../ui/toasts.ts'
import styles from './change-others.module.css'
import { namedOthers } from './named-others.ts'

interface ChangeOthersProps {
  found: {
    eventID: number
    changed: readonly ChangedText[]
    others: readonly Other[]
    leftOut: readonly Other[]
    more: number
  }
  onClose: () => void
}

/** Open for as long as it is rendered: the copies that still hold an old value, to be ticked off, and those left out. */
export const ChangeOthers = ({ found, onClose }: ChangeOthersProps) => {
  const { eventID, changed, others, leftOut, more } = found
  const [texts, setTexts] = useState(new Set(changed.map(({ text }) => text)))
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const undoOf = useUndoEvent()

  const offered = others.filter(({ values }) =>
    changed.some(({ text, was }, at) => texts.has(text) && values[at] === was),
  )
  const stay = [...others.filter((other) => !offered.includes(other)), ...leftOut]
  const itemIDs = offered.map(({ itemID }) => itemID).filter((itemID) => !unticked.has(itemID))
  const tick = (ids: readonly number[], isTicked: boolean) => {
    const next = new Set(unticked)
    for (const id of ids)
      if (isTicked) next.delete(id)
      else next.add(id)
    setUnticked(next)
  }
  const choose = ({ text }: ChangedText, isTicked: boolean) => {
    const next = new Set(texts)
    if (isTicked) next.add(text)
    else next.delete(text)
    setTexts(next)
  }

  const change = async () => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { message, eventIDs } = await call(changeOthers, { body: { eventID, itemIDs, texts: [...texts] } })
      onClose()
      toast({ kind: 'success', text: message, action: undoOf(eventIDs) })
      await revalidate()
    } catch (error) {
      setFailure(
        sentence(error, {
          404: 'One of them is no longer there, and nothing was changed',
          409: (serverText) => serverText,
          other: 'Unable to change the others',
        }),
      )
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      title={namedOthers(itemIDs.length)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Leave Them</Button>
          <Button
            kind="primary"
            disabled={itemIDs.length === 0}
            busy={busy}
            onClick={() => void change()}
            data-takes-focus
          >
            {namedOthers(itemIDs.length)}
          </Button>
        </>
      }
    >
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {changed.length === 1 ? (
        changed.map((each) => <p key={each.text}>{saysOf(each)}</p>)
      ) : (
        <div role="group" aria-label="What changes">
          {changed.map((each) => (
            <Checkbox
              key={each.text}
              name={each.text}
              label={saysOf(each)}
              checked={texts.has(each.text)}
              onChange={(isTicked) => choose(each, isTicked)}
            />
          ))}
        </div>
      )}
      {offered.length > 1 && (
        <Checkbox
          label={`Select All ${offered.length}`}
          name="all-others"
          checked={itemIDs.length === offered.length}
          onChange={(isTicked) =>
            tick(
              offered.map(({ itemID }) => itemID),
              isTicked,
            )
          }
        />
      )}
      <div className={styles.lists}>
        <Others others={offered} changed={changed} label="The others" unticked={unticked} onTick={tick} />
        {stay.length > 0 && <Others others={stay} changed={changed} label="Changed by hand, left as they are" />}
      </div>
      {more > 0 && <p>{more} further ones hold an old value. Only these can be changed at once.</p>}
    </Dialog>
  )
}

const LONG = 60
const shortened = (text: string): string => (text.length > LONG ? `${text.slice(0, LONG - 1)}…` : text || 'N/A')
const saysOf = ({ label, was, is }: ChangedText): string => `${label}: ${shortened(was)} → ${shortened(is)}`

interface OthersProps {
  others: readonly Other[]
  changed: readonly ChangedText[]
  label: string
  unticked?: ReadonlySet<number>
  /** Absent where nothing is to be chosen. */
  onTick?: (itemIDs: readonly number[], isTicked: boolean) => void
}

/** By project, with the room and what each holds now. */
const Others = ({ others, changed, label, unticked, onTick }: OthersProps) => {
  const id = useId()
  const projects = [...new Set(others.map(({ projectID }) => projectID))]
  const holds = ({ values }: Other): string =>
    values
      .map((value, at) => `${changed.length > 1 ? `${changed[at]?.label ?? ''}: ` : ''}${shortened(value ?? '')}`)
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
