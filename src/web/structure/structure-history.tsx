import { useRef, useState } from 'react'
import { undoStructureChange, type StructureChange } from '../../shared/structure/structure-file.api.ts'
import { labelsHoldValues, type HeldValues } from '../../shared/structure/labels.api.ts'
import { call } from '../lib/call.ts'
import { forgetGone } from '../lib/navigation-history.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { Message } from '../ui/message.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { Time } from '../ui/time.tsx'
import { HeldValuesList } from './held-values.tsx'
import { isProblem, reasonOf } from './reason.ts'

interface StructureHistoryProps {
  changes: readonly StructureChange[]
  /** Reloads the changes. */
  refresh: () => Promise<void>
  /** Absent if there are no older ones. */
  older: { loading: boolean; show: () => Promise<void> } | undefined
}

interface Told {
  kind: 'success' | 'warning' | 'error'
  text: string
}

/** Who changed what and when; changes that can be undone have a button for it. */
export const StructureHistory = ({ changes, refresh, older }: StructureHistoryProps) => {
  const [told, setTold] = useState<Told>()
  const [undoing, setUndoing] = useState<number>()
  const [asked, setAsked] = useState<{ change: StructureChange; slots: readonly HeldValues[] }>()
  const list = useRef<HTMLUListElement>(null)

  const undo = async (change: StructureChange, confirmed = false) => {
    if (undoing !== undefined) return
    setTold(undefined)
    setAsked(undefined)
    setUndoing(change.changeID)
    try {
      const { message } = await call(undoStructureChange, { body: { changeID: change.changeID, confirmed } })
      forgetGone()
      await refresh()
      setTold({ kind: 'success', text: message })
    } catch (error) {
      if (isProblem(error, 'labels_hold_values')) {
        setAsked({ change, slots: labelsHoldValues.parse(error.body).slots })
      } else if (isProblem(error, 'cannot_undo')) {
        await refresh()
        setTold({ kind: 'warning', text: error.message })
      } else {
        setTold({ kind: 'error', text: `Unable to undo "${change.what}" - ${reasonOf(error)}` })
      }
    } finally {
      setUndoing(undefined)
    }
  }

  const showOlder = async () => {
    const shown = changes.length
    await older?.show()
    // The button may be gone.
    const first = list.current?.children[shown]
    if (first instanceof HTMLElement) first.focus()
  }

  return (
    <section className="mt-40" aria-labelledby="history">
      <h2 id="history" className="mb-16">
        History
      </h2>
      {told && <Message kind={told.kind}>{told.text}</Message>}
      <Card>
        {changes.length === 0 ? (
          <CardBody>No changes yet.</CardBody>
        ) : (
          <ul className="ruled" ref={list}>
            {changes.map((change) => (
              <li key={change.changeID} tabIndex={-1} className="row between top gap-16 entry">
                <div>
                  <h3>{change.what}</h3>
                  <p className="faint small">
                    {change.by ?? 'Deleted account'}, <Time at={change.at} />
                  </p>
                  <Values change={change} />
                </div>
                {change.canUndo && (
                  <Button
                    small
                    aria-label={`Undo: ${change.what}`}
                    busy={undoing === change.changeID}
                    onClick={() => void undo(change)}
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Card>
      {older && (
        <div className="flex middle mt-24">
          <Button busy={older.loading} onClick={() => void showOlder()}>
            Older Changes
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title="Existing Values Affected"
        safeLabel="Leave as It Is"
        destructiveLabel="Undo Anyway"
        onSafe={() => setAsked(undefined)}
        onDestructive={() => asked && void undo(asked.change, true)}
      >
        <p>Nothing is deleted, but these values would move to a different field or be hidden:</p>
        {asked && <HeldValuesList slots={asked.slots} />}
      </ConfirmDialog>
    </section>
  )
}

/** What earlier versions recorded if no field had a label. */
const NO_LABELS = '–, –, –, –, –, –'

const Values = ({ change: { before, after } }: { change: StructureChange }) => (
  <dl className="grid muted gap-4 mt-8 hide-empty">
    {before !== '' && before !== NO_LABELS && (
      <div className="flex gap-12">
        <dt className="faint small">Before</dt>
        <dd className="prewrap">
          <Value text={before} />
        </dd>
      </div>
    )}
    {after !== '' && after !== NO_LABELS && (
      <div className="flex gap-12">
        <dt className="faint small">After</dt>
        <dd className="prewrap">
          <Value text={after} />
        </dd>
      </div>
    )}
  </dl>
)

/** Longer entries are collapsed: a whole room type or an import would fill the page. */
const LONG = 240

const Value = ({ text }: { text: string }) =>
  text.length <= LONG ? (
    text
  ) : (
    <details>
      <summary>Show All</summary>
      {text}
    </details>
  )
