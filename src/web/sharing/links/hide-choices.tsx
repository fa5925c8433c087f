import { Fragment, useState } from 'react'
import type { Hides, LabelToHide } from '../../../shared/sharing/links.api.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { groupHidden } from './hidden-fields.ts'
import styles from './links.module.css'

interface HideChoicesProps {
  labels: readonly LabelToHide[]
  hides: Hides
  onChange: (hides: Hides) => void
}

/** What a link hides: four questions, and all fields behind a button. */
export const HideChoices = ({ labels, hides, onChange }: HideChoicesProps) => {
  // By what was hidden first, so that no box moves while it is being ticked.
  const [{ groups, others }] = useState(() => groupHidden(labels, hides.labels))
  const [openAtFirst] = useState(() => others.some(({ propID }) => hides.labels.includes(propID)))
  const [isOpen, setIsOpen] = useState(openAtFirst)
  const hideLabels = (ids: readonly number[], isHidden: boolean) => {
    const left = hides.labels.filter((id) => !ids.includes(id))
    onChange({ ...hides, labels: isHidden ? [...left, ...ids] : left })
  }
  const areHidden = (ids: readonly number[]) => ids.every((id) => hides.labels.includes(id))
  return (
    <fieldset className="cells small-cells gap-12 tight">
      <legend className="label bold">Hide</legend>
      <Checkbox label="Notes" name="notes" checked={hides.notes} onChange={(notes) => onChange({ ...hides, notes })} />
      <Checkbox label="Files" name="files" checked={hides.files} onChange={(files) => onChange({ ...hides, files })} />
      {groups.map(({ name, labels: ids }) => (
        <Checkbox
          key={name}
          label={name}
          name={name}
          checked={areHidden(ids)}
          onChange={(isHidden) => hideLabels(ids, isHidden)}
        />
      ))}
      {isOpen ? (
        <div className={classNames('cells small-cells gap-12 tight whole-row', styles.fields)}>
          <Checkbox
            label="Locations of photos"
            name="positions"
            autoFocus={!openAtFirst}
            checked={hides.positions}
            onChange={(positions) => onChange({ ...hides, positions })}
          />
          {others.map(({ propID, label, isUsed }, at) => (
            <Fragment key={propID}>
              {!isUsed && (others[at - 1]?.isUsed ?? true) && (
                <p className="whole-row muted small mt-8">Fields you haven’t used yet</p>
              )}
              <Checkbox
                label={label}
                name={`label-${propID}`}
                checked={hides.labels.includes(propID)}
                onChange={(isHidden) => hideLabels([propID], isHidden)}
              />
            </Fragment>
          ))}
        </div>
      ) : (
        <div>
          <Button kind="quiet" small onClick={() => setIsOpen(true)}>
            More Fields…
          </Button>
        </div>
      )}
    </fieldset>
  )
}
