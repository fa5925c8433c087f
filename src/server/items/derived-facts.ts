import { titleOf } from '../../shared/item-title.ts'
import type { KindedLabel, Slot } from '../../shared/room-structure.ts'
import type { DerivedFacts } from '../db/schema.ts'
import { endsOf } from './ends-of.ts'
import { sampleOf } from './sample-of.ts'

/** What an item says, and what it goes under. */
interface ItemTexts {
  subcategory: string
  labels: readonly KindedLabel[]
  /** The slots under whose labels its values tell it apart, in order. */
  telling: readonly Slot[]
  fields: Readonly<Record<Slot, string>>
}

/**
 * What is worked out from an item's texts and stored with it, by these texts alone: whatever changes one of them stores
 * the facts anew (derived-facts.repo.ts). A further fact is a line here, a column in src/server/db/schema.ts and a migration.
 */
export const deriveFacts = ({ subcategory, labels, telling, fields }: ItemTexts): DerivedFacts => ({
  sample: sampleOf(
    subcategory,
    labels.map(({ label, field, kind }) => ({ label, value: fields[field], isColor: kind === 'color' })),
  ),
  title: titleOf(telling, fields, subcategory),
  ends: endsOf(labels, fields),
})

const NO_FIELDS = { field1: '', field2: '', field3: '', field4: '', field5: '', field6: '' }

/** Their columns. */
export const FACTS = Object.keys(
  deriveFacts({ subcategory: '', labels: [], telling: [], fields: NO_FIELDS }),
) as (keyof DerivedFacts)[]
