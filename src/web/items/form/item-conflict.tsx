import type { Item } from '../../../shared/items/items.api.ts'
import type { FieldLabel } from '../../../shared/structure/room-structure.api.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './item-conflict.module.css'
import { kindIn } from '../list/display-value.ts'
import { formatValue } from '../../structure/format-value.ts'
import type { DraftName, ItemDraft } from './item-draft.ts'

/** What another user saved while this form was open. */
export interface Conflict {
  /** Fields that they changed to a value the form does not have. */
  theirs: readonly DraftName[]
  /** Those of them that were also changed here. The rest took the stored value. */
  both: readonly DraftName[]
  /** Whether the form still differs from the stored item. */
  unsaved: boolean
}

/** Constant while the conflict lasts: the message takes the focus whenever its text changes. */
const explanationOf = ({ theirs, both, unsaved }: Conflict): string => {
  if (!unsaved) return 'It now holds what you entered.'
  if (both.length > 0) return 'Your changes are not saved yet. Compare the fields that differ and choose.'
  return theirs.length > 0
    ? 'Your changes aren’t saved yet. They are in other fields, so you can save again.'
    : 'Your changes aren’t saved yet. Nothing conflicts, so you can save again.'
}

const Value = ({ text }: { text: string }) =>
  text === '' ? <span className="faint">Empty</span> : <span className="prewrap">{text}</span>

interface ItemConflictProps {
  conflict: Conflict
  labels: readonly FieldLabel[]
  kinds: Item['kinds']
  mine: ItemDraft
  stored: ItemDraft
  busy: boolean
  onKeepMine: () => void
  onTakeStored: () => void
}

/** Reports that another user saved first, and lets this user choose. */
export const ItemConflict = ({ conflict, labels, kinds, mine, stored, ...choice }: ItemConflictProps) => {
  const { theirs, both } = conflict
  const shown = (draft: ItemDraft, name: DraftName) => (
    <Value text={formatValue(kindIn({ kinds }, name), draft[name])} />
  )
  const labelOf = (name: DraftName) => (name === 'notes' ? 'Notes' : labels.find(({ field }) => field === name)?.label)
  return (
    <section aria-label="Changes by someone else" className="mb-24">
      <Message kind="warning">Someone else has changed this item. {explanationOf(conflict)}</Message>
      {theirs.length > 0 && (
        <table className={classNames('full cell', styles.table)}>
          <thead>
            <tr>
              {['Field', 'Yours', 'Theirs'].map((head) => (
                <th key={head} scope="col" className="column-head">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {theirs.map((name) => (
              <tr key={name}>
                <th scope="row" className="strong">
                  {labelOf(name)}
                </th>
                <td>{both.includes(name) ? shown(mine, name) : <span className="faint">Not changed</span>}</td>
                <td>{shown(stored, name)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {both.length > 0 && (
        <div className="flex wrap gap-8 mt-16">
          <Button busy={choice.busy} onClick={choice.onKeepMine}>
            Keep Mine
          </Button>
          <Button onClick={choice.onTakeStored}>Use Theirs</Button>
        </div>
      )}
    </section>
  )
}
