/**
 * A sample is the small swatch beside an item: "kind tone", such as "metal #C59C50". It is decoration drawn from words
 * people type and never a statement about the true colour. The server works it out (src/server/items/sample-of.ts); the
 * browser only draws it.
 */
export const SAMPLE_KINDS = ['paint', 'metal', 'wood', 'stone', 'marble', 'tile', 'fabric'] as const
export type SampleKind = (typeof SAMPLE_KINDS)[number]

export interface Sample {
  kind: SampleKind
  /** #rrggbb */
  tone: string
}

/** Of a colour, wherever it stands. */
export const COLOR_CODE = /#[0-9a-f]{6}\b/i

/** Whether a field says its colour itself: only then is the sample that colour, and not what a word stands for. */
export const namesAColor = (value: string): boolean => COLOR_CODE.test(value)

const PAINTED = /\b(paint|stain)\b/i
const NAMES_A_PAINT = /^colou?r (name|code)$/i

/** Whether an item is a paint, which is bought by its colour: no photo of a wall says that better than its swatch. */
export const isPaint = (subcategory: string, labels: readonly { label: string }[]): boolean =>
  PAINTED.test(subcategory) || labels.some(({ label }) => NAMES_A_PAINT.test(label))

/** The two parts of a sample; null for text that is none. */
export const parseSample = (text: string): Sample | null => {
  const [kind, tone] = text.split(' ')
  const known = SAMPLE_KINDS.find((entry) => entry === kind)
  return known && tone && COLOR_CODE.test(tone) ? { kind: known, tone } : null
}
