import { useEffect, useEffectEvent, useState } from 'react'
import { LIMITS } from '../../shared/limits.ts'
import { sortedBy } from '../../shared/order.ts'
import { listFields } from '../../shared/room-structure.ts'
import { setLabel, type NamedItem } from '../../shared/several.ts'
import { call } from '../api/call.ts'
import { ApiError, sentence } from '../api/errors.ts'
import { counted } from '../counted.ts'
import { tellFailure } from '../files/tell-failure.ts'
import { Button } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { Select } from '../ui/select.tsx'
import { StayingDialog } from '../ui/staying-dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { DialogProps } from './ticked.ts'

interface LabelOfSome {
  propID: number
  label: string
  /** Of how many of the items. */
  count: number
}

/** The labels that these items have, those of most of them first. */
const labelsOf = async (subcatIDs: readonly number[]): Promise<LabelOfSome[]> => {
  const lists = await Promise.all(
    [...new Set(subcatIDs)].map(async (subCatID) => ({
      count: subcatIDs.filter((id) => id === subCatID).length,
      labels: await call(listFields, { query: { subCatID } }),
    })),
  )
  const found = new Map<number, LabelOfSome>()
  for (const { count, labels } of lists)
    for (const { propID, label } of labels)
      found.set(propID, { propID, label, count: (found.get(propID)?.count ?? 0) + count })
  return sortedBy([...found.values()], ({ label }) => label).toSorted((a, b) => b.count - a.count)
}

/** Open for as long as it is rendered: one label of ticked items and its value. */
export const LabelDialog = ({ ticked: { things }, onDone, onClose }: DialogProps) => {
  const [labels, setLabels] = useState<readonly LabelOfSome[]>()
  const [propID, setPropID] = useState('')
  const [value, setValue] = useState('')
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)

  const giveUp = useEffectEvent((error: unknown) => {
    tellFailure(error, 'Unable to load labels')
    onClose()
  })
  const load = useEffectEvent(() => labelsOf(things.map(({ subcatID }) => subcatID)))
  useEffect(() => {
    let isOpen = true
    load().then(
      (found) => isOpen && setLabels(found),
      (error: unknown) => isOpen && giveUp(error),
    )
    return () => {
      isOpen = false
    }
  }, [])

  const label = labels?.find((each) => String(each.propID) === propID)
  const without = label ? things.length - label.count : 0
  const set = async () => {
    if (busy || !label) return
    setBusy(true)
    setFailure(undefined)
    try {
      const itemIDs = things.map(({ itemID }) => itemID)
      // Those without the label have been named.
      const body = { itemIDs, propID: label.propID, value, skip: without > 0 }
      const { message, eventID } = await call(setLabel, { body })
      onDone(message, eventID)
    } catch (error) {
      const { items = [] } = error instanceof ApiError ? (error.body as { items?: NamedItem[] }) : {}
      const names = items.map(({ title }) => title).join(', ')
      setFailure(
        sentence(error, {
          400: error instanceof ApiError ? (error.fields.value ?? error.message) : '',
          409: names === '' ? 'Unable to set this label' : `Without this label: ${names}.`,
          other: 'Unable to set this label',
        }),
      )
      setBusy(false)
    }
  }
  const formID = 'set-label'
  return (
    <StayingDialog
      open
      title={`Set a Label of ${counted(things.length, 'Item')}`}
      busy={busy}
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={formID} disabled={!label} busy={busy}>
          {value === '' ? 'Empty' : 'Set'} {label ? counted(label.count, 'Item') : ''}
        </Button>
      }
    >
      <form
        id={formID}
        noValidate
        style={{ display: 'contents' }}
        onSubmit={(event) => {
          event.preventDefault()
          void set()
        }}
      >
        {failure !== undefined && <Message kind="error">{failure}</Message>}
        <Select label="Label" name="label" value={propID} onChange={setPropID} data-takes-focus>
          <option value="">{labels ? 'Choose a label' : 'Loading'}</option>
          {labels?.map((each) => (
            <option key={each.propID} value={each.propID}>
              {each.count === things.length ? each.label : `${each.label} (${each.count} of ${things.length})`}
            </option>
          ))}
        </Select>
        {without > 0 && (
          <p>
            {without === 1
              ? '1 item without this label stays as it is.'
              : `${without} items without this label stay as they are.`}
          </p>
        )}
        <TextField
          label="Value"
          name="value"
          value={value}
          onChange={setValue}
          maxLength={LIMITS.itemField}
          hint="Replaces what stands there. Nothing empties it."
          autoComplete="off"
        />
      </form>
    </StayingDialog>
  )
}
