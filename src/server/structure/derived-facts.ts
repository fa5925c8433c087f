import { traitsOf } from '../../shared/structure/label-kinds.ts'
import { titleOf } from '../../shared/structure/item-title.ts'
import type { KindedLabel, Slot } from '../../shared/structure/room-structure.api.ts'
import type { DerivedFacts } from '../platform/db/schema.ts'
import { endsOf } from './expiry-of.ts'
import { sampleOf } from './sample-of.ts'

/** An item's values, and the labels and settings that apply to them. */
interface ItemTexts {
  subcategory: string
  labels: readonly KindedLabel[]
  /** The slots that make up the title, in order. */
  telling: readonly Slot[]
  fields: Readonly<Record<Slot, string>>
}

/**
 * Facts derived from an item's texts alone and stored with it: every change of these texts updates them
 * (derived-facts.repo.ts). A new fact needs a line here, a column in src/server/platform/db/schema.ts and a migration.
 */
export const deriveFacts = ({ subcategory, labels, telling, fields }: ItemTexts): DerivedFacts => ({
  sample: sampleOf(
    subcategory,
    labels.map(({ label, field, kind }) => ({ label, value: fields[field], isColor: traitsOf(kind).isColor })),
  ),
  title: titleOf(telling, fields, subcategory),
  ends: endsOf(labels, fields),
})

const NO_FIELDS = { field1: '', field2: '', field3: '', field4: '', field5: '', field6: '' }

/** The columns of the facts. */
export const FACTS = Object.keys(
  deriveFacts({ subcategory: '', labels: [], telling: [], fields: NO_FIELDS }),
) as (keyof DerivedFacts)[]
