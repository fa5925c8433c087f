import { nameKey } from '../../shared/name-key.ts'

/** Labels that stand for the same, of which a list of somebody else has one column and each subcategory of ours its own. */
const LIKE: readonly (readonly string[])[] = [
  [
    ...['Brand', 'Manufacturer', 'Brand / Product Line', 'Brand / Maker', 'Brand / Product', 'Brand / Color Name'],
    ...['Manufacturer / Maker', 'Manufacturer / Fabricator', 'Manufacturer / Supplier'],
  ],
  [
    ...['Model Number', 'Model', 'Model / SKU', 'Model / Style', 'Style / Model', 'Series / Model'],
    ...['Model / Item Number', 'Name / SKU', 'Style / SKU'],
  ],
  [
    ...['Color', 'Color Name', 'Color / Finish', 'Color / Stain', 'Color Name / Code', 'Color Name / Number'],
    ...['Color / Blend', 'Material / Color', 'Series / Color'],
  ],
  ['Finish', 'Color / Finish'],
].map((labels) => labels.map(nameKey))

/** What stands for the same as this label, itself among it, as names are compared. */
export const labelsLike = (key: string): ReadonlySet<string> =>
  new Set(LIKE.flatMap((labels) => (labels.includes(key) ? labels : [])))
