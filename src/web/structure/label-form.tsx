import { useId, useReducer, useState } from 'react'
import { SLOTS, slotNumber, type FieldLabel, type Slot } from '../../shared/structure/room-structure.api.ts'
import { NOTHING, sameStandsFor } from '../../shared/structure/classification.ts'
import { LIMITS } from '../../shared/contract/limits.ts'
import {
  createProperties,
  labelsHoldValues,
  setLabelKinds,
  setLabels,
  type HeldValues,
  type SubcategoryUse,
} from '../../shared/structure/labels.api.ts'
import { call } from '../lib/call.ts'
import { counted } from '../lib/pluralize.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { Form, FormNotes } from '../ui/forms/form.tsx'
import { FormFooter } from '../ui/forms/form-footer.tsx'
import { IconAlertTriangle } from '../ui/icons.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { Tag } from '../ui/tag.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { NOTHING_TO_SAVE, useForm } from '../lib/forms/use-form.ts'
import { HeldValuesList } from './held-values.tsx'
import { changedSlots, movedSlots, newLabels, problemsOf, textsOf } from './label-draft.ts'
import { KindsChoice, kindsOf } from './kinds-choice.tsx'
import { isProblem, NoID, reasonOf } from './reason.ts'
import { withName, type Named } from './structure-data.ts'
import { CreationFailed } from './structure-kinds.ts'
import { ClassificationChoice } from './classification-choice.tsx'
import { labelPicks, NOTHING_PICKED } from './label-picks.ts'
import styles from './structure.module.css'
import type { MessageOwner } from './structure-part.tsx'
import { AliasesField, aliasesOf } from './aliases-field.tsx'
import { TitleFieldsChoice, titleFieldsOf } from './title-fields-choice.tsx'
import { RequiredFieldsChoice, requiredFieldsOf } from './required-fields-choice.tsx'

export interface OpenSubcategory {
  id: number
  labels: readonly FieldLabel[]
  use: SubcategoryUse
}

interface LabelOptions extends MessageOwner {
  open: OpenSubcategory | undefined
  /** All labels of the installation. */
  properties: readonly Named[]
  onCreated: (properties: readonly Named[]) => void
  onStored: (stored: { labels: readonly FieldLabel[]; use: SubcategoryUse }) => void
  /** Reloads labels and use. */
  refresh: () => Promise<void>
}

/** The effect of a save on values, and the choice it was computed for. */
interface Asked {
  slots: readonly HeldValues[]
  moveValues: boolean
}

const FORM = 'labels'

export const useLabels = ({ open, properties, onCreated, onStored, refresh, claimedBy, claim }: LabelOptions) => {
  const stored = textsOf(open?.labels ?? [])
  const form = useForm(stored, problemsOf, 'enters', open && `labels of ${open.id}`)
  const { values: texts } = form
  const changed = changedSlots(stored, texts)
  const [picks, dispatch] = useReducer(labelPicks, NOTHING_PICKED)
  const { moveValues } = picks
  const titleFields = titleFieldsOf(stored, open?.use.telling ?? [], texts, picks.titleFields)
  const classification = picks.classification ?? open?.use.standsFor ?? NOTHING
  const isClassificationChanged = !sameStandsFor(classification, open?.use.standsFor ?? NOTHING)
  const required = requiredFieldsOf(open?.labels ?? [], open?.use.wanted, texts, picks.required)
  const aliases = aliasesOf(open?.use.aliases ?? [], picks.aliases)
  const kinds = kindsOf(open?.labels, open?.use.kinds, picks.kinds)
  const created = newLabels(texts, properties)
  const [asked, setAsked] = useState<Asked>()

  const isSubcategoryChanged =
    changed.length > 0 || titleFields.isChanged || isClassificationChanged || required.isChanged || aliases.isChanged
  const isChanged = isSubcategoryChanged || kinds.changed.length > 0

  const itemsIn = (slot: Slot): number => open?.use.slots.find(({ field }) => field === slot)?.items ?? 0

  const create = async (): Promise<readonly Named[]> => {
    if (created.length === 0) return properties
    try {
      const ids = await call(createProperties, { body: { newLabelList: created } })
      const made = Object.entries(ids).map(([id, name]) => ({ id: Number(id), name }))
      if (created.some((name) => !withName(made, name))) throw new NoID()
      const all = [...properties, ...made]
      onCreated(all)
      return all
    } catch (error) {
      throw new CreationFailed(error)
    }
  }

  const putLabels = async ({ id: subcatID, labels, use }: OpenSubcategory, confirmed: boolean) => {
    const known = await create()
    const placed = SLOTS.map((slot) => withName(known, texts[slot]))
    const changes = {
      ...(titleFields.slots && { telling: titleFields.slots }),
      ...(isClassificationChanged && { standsFor: classification }),
      ...(required.isChanged && { wanted: required.among(placed) }),
      ...(aliases.isChanged && { aliases: aliases.names }),
    }
    const { message } = await call(setLabels, {
      body: {
        subcatID,
        fields: placed.map((label) => label?.id ?? null),
        was: SLOTS.map((slot) => labels.find(({ field }) => field === slot)?.propID ?? null),
        ...changes,
        ...(changes.telling && { tellingWas: use.telling }),
        ...(changes.standsFor && { standsForWas: use.standsFor }),
        ...(changes.wanted && { wantedWas: use.wanted }),
        ...(changes.aliases && { aliasesWas: use.aliases }),
        moveValues,
        confirmed,
        ...(kinds.changed.length > 0 && { kinds: kinds.changed }),
      },
    })
    const stored = SLOTS.flatMap((field, at) => {
      const label = placed[at]
      return label ? { propID: label.id, label: label.name, field } : []
    })
    onStored({ labels: stored, use: { ...use, ...changes } })
    return { message }
  }

  const put = async (subcategory: OpenSubcategory, confirmed: boolean) => {
    const answer = isSubcategoryChanged
      ? await putLabels(subcategory, confirmed)
      : await call(setLabelKinds, { body: { kinds: kinds.changed } })
    await refresh()
    dispatch({ type: 'forget' })
    return answer
  }

  const save = async (confirmed = false) => {
    if (!open) return
    if (!isChanged) return form.sayUnchanged()
    setAsked(undefined)
    claim(FORM)
    await form.submit(
      'save',
      async () => {
        try {
          return await put(open, confirmed)
        } catch (error) {
          if (isProblem(error, 'structure_changed')) await refresh()
          throw error
        }
      },
      (error) => {
        if (error instanceof CreationFailed) return `Unable to create properties - ${error.message}`
        if (isProblem(error, 'labels_hold_values')) {
          setAsked({ slots: labelsHoldValues.parse(error.body).slots, moveValues })
          return { kind: 'warning', text: error.message }
        }
        if (isProblem(error, 'structure_changed')) {
          return {
            kind: 'warning',
            text: 'Someone else just changed these fields. We’ve loaded the latest version and kept your edits.',
          }
        }
        return `Unable to update fields - ${reasonOf(error)}`
      },
    )
  }

  return {
    form,
    open,
    properties,
    changed,
    isChanged,
    titleFields,
    classification,
    isClassificationChanged,
    required,
    aliases,
    kinds,
    dispatch,
    created,
    itemsIn,
    /** Whether a moved label has values that could move with it. */
    canMove: movedSlots(stored, texts).some((slot) => itemsIn(slot) > 0),
    moveValues,
    asked,
    giveUp: () => setAsked(undefined),
    save,
    answer: claimedBy === FORM ? form.answer : undefined,
    forget: () => {
      form.forget()
      dispatch({ type: 'forget' })
    },
  }
}

interface LabelFormProps {
  labels: ReturnType<typeof useLabels>
  /** The subcategory's name; undefined if none is selected. */
  name: string | undefined
}

export const LabelForm = ({ labels, name }: LabelFormProps) => {
  const { form, open, properties, changed, isChanged, titleFields, classification, required, kinds, created } = labels
  const { aliases, dispatch, itemsIn, asked, answer, canMove, moveValues, giveUp: dismiss, save } = labels
  const { values: texts, field } = form
  const id = useId()
  const atStake = changed.filter((slot) => itemsIn(slot) > 0)
  const isNew = (slot: Slot) => created.includes(texts[slot].trim())
  const action = created.length > 0 ? 'Create New Properties' : 'Update Fields'

  const moving = canMove && (
    <Checkbox
      label="Move values along with their labels"
      name="moveValues"
      checked={moveValues}
      onChange={(on) => dispatch({ type: 'pick', moveValues: on })}
    />
  )

  return (
    <section aria-labelledby={`${id}-title`}>
      <Form form={form} hasNotes onSubmit={() => save()}>
        <Card>
          <CardBody>
            <h2 id={`${id}-title`}>Fields</h2>
            <FormNotes form={{ answer, draft: form.draft }} />
            <p role="status" className="muted mt-4">
              {name !== undefined && open
                ? `${name}: up to ${LIMITS.itemFields} fields, ${LIMITS.label} characters each`
                : 'Choose a subcategory to see its fields.'}
            </p>
            {open && (
              <>
                <p className="faint small">{usageOf(open.use)}</p>
                <datalist id={`${id}-properties`}>
                  {properties.map((property) => (
                    <option key={property.id} value={property.name} />
                  ))}
                </datalist>
                {SLOTS.map((slot) => {
                  const isChanged = changed.includes(slot)
                  const mark = isNew(slot) ? 'New Property' : 'Modified'
                  const items = itemsIn(slot)
                  return (
                    <div key={slot} className="mt-16">
                      <TextField
                        label={
                          <>
                            Field {slotNumber(slot)}{' '}
                            {isChanged && <Tag kind={isNew(slot) ? 'info' : 'warning'}>{mark}</Tag>}
                          </>
                        }
                        autoComplete="off"
                        list={`${id}-properties`}
                        changed={isChanged}
                        hint={items > 0 ? `${counted(items, 'item')} with a value` : 'No values'}
                        {...field(slot)}
                      />
                    </div>
                  )
                })}
                {name !== undefined && (
                  <TitleFieldsChoice
                    titleFields={titleFields}
                    onPick={(names) => dispatch({ type: 'pick', titleFields: names })}
                    name={name}
                  />
                )}
                <ClassificationChoice
                  chosen={classification}
                  onPick={(chosen) => dispatch({ type: 'pick', classification: chosen })}
                />
                <RequiredFieldsChoice
                  required={required}
                  onPick={(chosen) => dispatch({ type: 'pick', required: chosen })}
                />
                <AliasesField aliases={aliases} onPick={(text) => dispatch({ type: 'pick', aliases: text })} />
                <KindsChoice chosen={kinds.chosen} onPick={(kind) => dispatch({ type: 'pick kind', kind })} />
                {atStake.length > 0 && (
                  <div className={classNames('flex round gap-12 pad mt-16', styles.atStake)}>
                    <IconAlertTriangle className="warning" aria-hidden="true" />
                    <div className="grid gap-8">
                      <p>
                        {atStake
                          .map(
                            (slot) =>
                              `${counted(itemsIn(slot), 'item holds', 'items hold')} a value in Field ${slotNumber(slot)}.`,
                          )
                          .join(' ')}{' '}
                        We’ll ask before any existing value changes fields.
                      </p>
                      {moving}
                    </div>
                  </div>
                )}
              </>
            )}
          </CardBody>
          {open && (
            <FormFooter
              status={
                isChanged
                  ? [
                      ...(changed.length > 0 ? [`${counted(changed.length, 'label')} changed`] : []),
                      ...(titleFields.isChanged ? ['Titles changed'] : []),
                      ...(labels.isClassificationChanged ? ['Used In changed'] : []),
                      ...(required.isChanged ? ['Required for Handover changed'] : []),
                      ...(aliases.isChanged ? ['Also Called changed'] : []),
                      ...(kinds.changed.length > 0 ? ['Field Types changed'] : []),
                    ].join(' · ')
                  : form.unchanged
                    ? NOTHING_TO_SAVE
                    : undefined
              }
            >
              <Button type="submit" kind="primary" incomplete={!isChanged} busy={form.busy}>
                {action}
              </Button>
            </FormFooter>
          )}
        </Card>
      </Form>
      <ConfirmDialog
        open={asked !== undefined}
        title="Existing Values Affected"
        safeLabel="Keep Working"
        destructiveLabel="Update Anyway"
        onSafe={dismiss}
        // If the choice changed since the question, the server is asked again.
        onDestructive={() => void save(asked?.moveValues === moveValues)}
      >
        {asked?.moveValues === moveValues ? (
          <>
            <p>Nothing is deleted, but these values would move to a different field or be hidden:</p>
            <HeldValuesList slots={asked.slots} />
          </>
        ) : (
          <p>We’ll ask again if any value would still move to a different field or be hidden.</p>
        )}
        {moving}
      </ConfirmDialog>
    </section>
  )
}

const usageOf = ({ roomTypes, items }: SubcategoryUse): string => {
  const where =
    roomTypes.length === 0
      ? 'Used in no room type'
      : `Used in ${counted(roomTypes.length, 'room type')}: ${roomTypes.join(', ')}`
  return `${where} · ${counted(items, 'item')}. Changes apply to every room type.`
}
