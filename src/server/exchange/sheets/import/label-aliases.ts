import { nameKey } from '../../../../shared/contract/name-key.ts'

const BRANDS = [
  ...['Brand', 'Manufacturer', 'Brand / Product Line', 'Brand / Maker', 'Brand / Product', 'Brand / Color Name'],
  ...['Manufacturer / Maker', 'Manufacturer / Fabricator', 'Manufacturer / Supplier', 'Material / Brand'],
]
const MODELS = [
  ...['Model Number', 'Model', 'Model / SKU', 'Model / Style', 'Style / Model', 'Series / Model'],
  ...['Model / Item Number', 'Name / SKU', 'Style / SKU', 'Title / SKU', 'Product / Profile'],
]
const COLORS = [
  ...['Color', 'Color Name', 'Color / Finish', 'Color / Stain', 'Color Name / Code', 'Color Name / Number'],
  ...['Color / Blend', 'Material / Color', 'Series / Color', 'Fabric / Color'],
]
const CODES = ['Color Code', 'Pattern / Color Number']
const FINISHES = ['Finish', 'Color / Finish', 'Sheen', 'Finish / Sheen', 'Thickness / Finish', 'Hardware Finish']
const INSTALLED = ['Date Installed', 'Date Painted', 'Date Applied', 'Date Hung', 'Date Planted']

/**
 * A list of somebody else has one column, and each subcategory of ours its own label for the same. By a label those that may
 * have its values, the likeliest first: a faucet's color is its finish, a paint's finish its sheen.
 */
const LIKE: readonly (readonly [labels: readonly string[], like: readonly (readonly string[])[]])[] = [
  [BRANDS, [BRANDS]],
  [MODELS, [MODELS]],
  [COLORS, [COLORS, ['Finish']]],
  [['Finish'], [FINISHES]],
  [['Color Code'], [['Color Name / Code', 'Color Name / Number', 'Pattern / Color Number', 'Paint Color / Code']]],
  [['Date Installed'], [INSTALLED]],
  [['Size', 'Dimensions'], [['Size', 'Dimensions', 'Plank Size', 'Size / Mount', 'Size / Pattern']]],
]

const keysOf = (labels: readonly string[]): ReadonlySet<string> => new Set(labels.map(nameKey))

/**
 * What may have the values of a column that is this label, itself among it, as names are compared; the likeliest first. `title` is that of the
 * column: a model that may be a code is that of a color where there are no models.
 */
export const labelsLike = (key: string, title: string): readonly ReadonlySet<string>[] => {
  const like = LIKE.flatMap(([labels, others]) => (keysOf(labels).has(key) ? others : [])).map(keysOf)
  return keysOf(MODELS).has(key) && /\bcode\b/i.test(title) ? [...like, keysOf(CODES)] : like
}
