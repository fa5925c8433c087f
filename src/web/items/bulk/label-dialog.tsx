import { type LabelKind, isOfDates } from '../../../shared/structure/label-kinds.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { getItem } from '../../../shared/items/items.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { sortedBy } from '../../../shared/contract/order.ts'
import { listFields, type FieldLabel } from '../../../shared/structure/room-structure.api.ts'
import type { NamedItem } from '../../../shared/history/undo.api.ts'
import { setLabel } from '../../../shared/items/bulk/bulk-changes.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { counted } from '../../lib/pluralize.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { DateInterpretation, withDates } from '../form/date-interpretation.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import type { SelectionDialogProps } from './selection.ts'

interface LabelOfSome extends FieldLabel {
  /** The number of selected items with this label. */
  count: number
  /** An item that has it in that field. */
  itemID: number
}

/** The labels of these items, the most common first. */
const labelsOf = async (things: SelectionDialogProps['selection']['things']): Promise<LabelOfSome[]> => {
  const bySubcategory = new Map(things.map((thing) => [thing.subcatID, thing.itemID]))
  const lists = await Promise.all(
    [...bySubcategory].map(async ([subCatID, itemID]) => ({
      itemID,
      count: things.filter(({ subcatID }) => subcatID === subCatID).length,
      labels: await call(listFields, { query: { subCatID } }),
    })),
  )
  const found = new Map<number, LabelOfSome>()
  for (const { itemID, count, labels } of lists)
    for (const label of labels)
      found.set(label.propID, { itemID, ...label, count: (found.get(label.propID)?.count ?? 0) + count })
  return sortedBy([...found.values()], ({ label }) => label).toSorted((a, b) => b.count - a.count)
}

/** The kind of a label; undefined until it is loaded, or if loading fails. */
const useKind = (label: LabelOfSome | undefined): LabelKind | undefined => {
  const [known, setKnown] = useState<{ of: LabelOfSome; kind: LabelKind | undefined }>()
  useEffect(() => {
    if (!label) return
    const { itemID, field } = label
    const asking = new AbortController()
    call(getItem, { query: { itemID } }, { signal: asking.signal }).then(
      ({ kinds }) => setKnown({ of: label, kind: kinds?.find((one) => one.field === field)?.kind }),
      () => {},
    )
    return () => asking.abort()
  }, [label])
  return known?.of === label ? known?.kind : undefined
}

/** Sets the value of one label on the selected items. */
export const LabelDialog = ({ selection: { things }, onDone, onClose }: SelectionDialogProps) => {
  const [labels, setLabels] = useState<readonly LabelOfSome[]>()
  const form = useForm({ label: '', value: '' })
  const { label: propID, value } = form.values

  const giveUp = useEffectEvent((error: unknown) => {
    toastFailure(error, 'Unable to load fields')
    onClose()
  })
  const load = useEffectEvent(() => labelsOf(things))
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
  const kind = useKind(label)
  const without = label ? things.length - label.count : 0
  const set = async ({ propID, field }: LabelOfSome) => {
    const itemIDs = things.map(({ itemID }) => itemID)
    const stored = withDates({ [field]: value }, [{ field, kind }])
    // The dialog has already reported the items without this label.
    const body = { itemIDs, propID, value: stored[field] ?? '', skip: without > 0 }
    const { message, eventID } = await call(setLabel, { body })
    onDone(message, eventID)
    return undefined
  }
  const failureOf = (error: unknown) => {
    const { items = [] } = error instanceof ApiError ? (error.body as { items?: NamedItem[] }) : {}
    const names = items.map(({ title }) => title).join(', ')
    return sentence(error, {
      400: error instanceof ApiError ? (error.fields.value ?? error.message) : '',
      409: names === '' ? 'Unable to change this field' : `These items don’t have this field: ${names}.`,
      other: 'Unable to change this field',
    })
  }
  return (
    <FormDialog
      title={`Change a Field on ${counted(things.length, 'Item')}`}
      form={form}
      unsaved={value !== '' && !form.busy}
      blocking
      action={
        <>
          {label && value === '' ? 'Clear Field on' : 'Set'} {label ? counted(label.count, 'Item') : ''}
        </>
      }
      button={{ disabled: !label }}
      onSubmit={async () => {
        if (label) await form.submit('set', () => set(label), failureOf)
      }}
      onClose={onClose}
    >
      <Select label="Field" {...form.field('label')} data-takes-focus>
        <option value="">{labels ? 'Choose a field' : 'Loading'}</option>
        {labels?.map((each) => (
          <option key={each.propID} value={each.propID}>
            {each.count === things.length ? each.label : `${each.label} (${each.count} of ${things.length})`}
          </option>
        ))}
      </Select>
      {without > 0 && (
        <p>
          {without === 1
            ? '1 item doesn’t have this field and won’t change.'
            : `${without} items don’t have this field and won’t change.`}
        </p>
      )}
      <TextField
        label="Value"
        maxLength={LIMITS.itemField}
        hint={
          isOfDates(kind) && value !== '' ? (
            <DateInterpretation name="value" kind={kind} text={value} onChoose={form.field('value').onChange} />
          ) : (
            'Replaces the current value. Leave blank to clear it.'
          )
        }
        autoComplete="off"
        {...form.field('value')}
        // The message says it.
        error={undefined}
      />
    </FormDialog>
  )
}
