/**
 * A sample is the small swatch beside an item: "kind tone", such as "metal #C59C50". It is decoration derived from what
 * users type, never a statement about the true color. The server computes it (src/server/structure/sample-of.ts); the
 * browser only draws it.
 */
export const SAMPLE_KINDS = ['paint', 'metal', 'wood', 'stone', 'marble', 'tile', 'fabric'] as const
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

/** The two parts of a sample; null if the text is not one. */
export const parseSample = (text: string): Sample | null => {
  const [kind, tone] = text.split(' ')
  const known = SAMPLE_KINDS.find((entry) => entry === kind)
  return known && tone && COLOR_CODE.test(tone) ? { kind: known, tone } : null
}
