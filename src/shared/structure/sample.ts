/**
 * A sample is the swatch of an item: "kind tone", such as "metal #C59C50", derived from what users type. The server
 * computes it (src/server/structure/sample-of.ts); the browser and papers only draw it. 'tint' is a color that only a
 * word names, as in "Hague Blue": it may be far from the true one, so it colors the small chip of a list and nothing else.
 */
export const SAMPLE_KINDS = ['paint', 'metal', 'wood', 'stone', 'marble', 'tile', 'fabric', 'tint'] as const
export type SampleKind = (typeof SAMPLE_KINDS)[number]

export interface Sample {
  kind: SampleKind
  /** #rrggbb */
  tone: string
}

/** A color code anywhere in a text. */
export const COLOR_CODE = /#[0-9a-f]{6}\b/i

/** Whether a field contains a color code: the sample is then that color, not one derived from words. */
export const namesAColor = (value: string): boolean => COLOR_CODE.test(value)

const PAINTED = /\b(paint|stain)\b/i
const NAMES_A_PAINT = /^colou?r (name|code)$/i

/** Whether an item is a paint: its swatch tells more than a photo of a wall. */
export const isPaint = (subcategory: string, labels: readonly { label: string }[]): boolean =>
  PAINTED.test(subcategory) || labels.some(({ label }) => NAMES_A_PAINT.test(label))

/** A sample that may be shown large and on paper. */
export interface Material extends Sample {
  kind: Exclude<SampleKind, 'tint'>
}

/** The two parts of a sample; null if there is none. */
export const parseSample = (text: string | null): Sample | null => {
  const [kind, tone] = (text ?? '').split(' ')
  const known = SAMPLE_KINDS.find((entry) => entry === kind)
  return known && tone && COLOR_CODE.test(tone) ? { kind: known, tone } : null
}

const isMaterial = (sample: Sample): sample is Material => sample.kind !== 'tint'

/** What to show large or on paper of a sample; null for a tint. */
export const parseMaterial = (text: string | null): Material | null => {
  const sample = parseSample(text)
  return sample && isMaterial(sample) ? sample : null
}
