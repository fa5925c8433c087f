import { ofAPart } from '../../shared/structure/label-columns.ts'
import { COLOR_CODE, type SampleKind } from '../../shared/structure/sample.ts'

/** Materials with a color of their own. The first match wins, so longer phrases come before the words they contain. */
const MATERIALS: readonly (readonly [words: string, kind: SampleKind, tone: string])[] = [
  ['oil-rubbed bronze|oil rubbed bronze', 'metal', '#4A3B30'],
  ['matte black|black stainless|black iron|wrought iron', 'metal', '#2F3231'],
  ['stainless|steel', 'metal', '#C4C8C7'],
  ['brass|gold', 'metal', '#C59C50'],
  ['bronze', 'metal', '#6B5A3A'],
  ['nickel|pewter', 'metal', '#A9ADAC'],
  ['chrome|aluminum|aluminium', 'metal', '#D5D9D9'],
  ['copper', 'metal', '#B4714A'],
  ['iron', 'metal', '#3B3D3C'],
  ['white oak', 'wood', '#C99F68'],
  ['oak|ash', 'wood', '#BE9560'],
  ['walnut', 'wood', '#6D4B31'],
  ['maple|birch', 'wood', '#DDBF93'],
  ['cherry|mahogany', 'wood', '#8A4F33'],
  ['pine|fir|cedar|bamboo', 'wood', '#D0A873'],
  ['hickory|teak|wood', 'wood', '#A87B4C'],
  ['marble|quartzite', 'marble', '#E9E8E3'],
  ['granite', 'stone', '#8D8A84'],
  ['quartz|terrazzo', 'stone', '#E3DED4'],
  ['slate|soapstone|bluestone', 'stone', '#4B5552'],
  ['limestone|travertine|sandstone|stone', 'stone', '#DAD6CC'],
  ['concrete|cement', 'stone', '#B9B2A5'],
  ['terracotta|brick', 'tile', '#B86B4B'],
  ['linen|cotton|canvas', 'fabric', '#D8CDB8'],
  ['wool|boucle', 'fabric', '#B9B1A2'],
  ['jute|sisal|rattan', 'fabric', '#BFA06E'],
]
/**
 * Words that mean a color in any name. Without "orange", since Orange Blossom is white, and without plants and minerals:
 * no color is better than a wrong one.
 */
const COLORS: readonly (readonly [words: string, tone: string])[] = [
  ['off-white|ivory|cream', '#F1EDE0'],
  ['white', '#F6F5F0'],
  ['black|charcoal', '#2F3433'],
  ['gray|grey', '#A9AEAB'],
  ['navy|indigo', '#27384F'],
  ['teal', '#24424A'],
  ['blue', '#6A8CA3'],
  ['sage', '#B9C6B4'],
  ['olive', '#7C8259'],
  ['green', '#5E8378'],
  ['yellow', '#D9B45B'],
  ['red|crimson', '#A8432A'],
  ['pink|blush', '#E1BDB0'],
  ['brown', '#6B4E3A'],
  ['tan|beige|taupe', '#D6C6AB'],
]

const materials = MATERIALS.map(([words, ...rest]) => [new RegExp(`\\b(?:${words})\\b`, 'i'), ...rest] as const)
const colors = COLORS.map(([words, tone]) => [new RegExp(`^(?:${words})$`, 'i'), tone] as const)

const OF_A_MATERIAL = /finish|material|wood|stain|fabric|species/i
const OF_A_COLOR = /colou?r|paint|series|pattern/i
/** Here every value is a color's name: Revere Pewter is not a metal, Pale Oak not a wood, a chrome door not chrome. */
const COLORED =
  /\b(?:paint|stain|wallpaper|wall ?covering|primer|varnish|lacquer|limewash|valve|bib)\b|\b(?:door|window)s?$/i
const OF_A_PAINT = /^colou?r (?:name|code)$|\bpaint\b/i
/** Here only what is woven is a material: a carpet called Slate is no stone. */
const WOVEN =
  /\b(?:rugs?|carpet|runner|curtains?|drapery|drapes?|blinds?|shades?|shutters?|upholster\w*|fabric|bedding|sofa|seating)\b(?!.*hardware)/i
/** In these subcategories, a color that was measured is that of a tile or fabric. */
const SUBCATEGORY_KINDS: readonly (readonly [RegExp, SampleKind])[] = [
  [/\b(?:tile|backsplash)\b/i, 'tile'],
  [WOVEN, 'fabric'],
]

/** What follows the name on a can: codes and sheen. */
const CODE = /\d|^[A-Z]{1,4}$/
const SHEEN = /^(?:flat|matte?|eggshell|satin|pearl|low|semi|soft|high|gloss|semi-gloss|sheen|enamel|finish|paint)$/i

/** The tone of the color in a name: of its last word, as in Hale Navy HC-154. */
const toneIn = (name: string): string | undefined => {
  const words = (name.split(/[,;(/|–—]/)[0] ?? '').trim().split(/[\s]+/)
  const last = words.findLast((word) => !CODE.test(word) && !SHEEN.test(word)) ?? ''
  const parts = [last, last.split('-').at(-1) ?? '']
  return colors.find(([pattern]) => parts.some((part) => pattern.test(part)))?.[1]
}

/** The material that a value names, where its label and subcategory let it name one. */
const materialIn = (subcategory: string, label: string, value: string): string | undefined => {
  if (!OF_A_MATERIAL.test(label) || COLORED.test(subcategory) || OF_A_PAINT.test(label)) return undefined
  const found = materials.find(([pattern]) => pattern.test(value))
  if (!found || (WOVEN.test(subcategory) && found[1] !== 'fabric')) return undefined
  return `${found[1]} ${found[2]}`
}

/**
 * The sample of an item, or null: first a #rrggbb in any field, then a material or the tint of a color word in a field
 * whose label is about color, finish or material, or has the kind 'color', and not about a part such as the grout.
 */
export const sampleOf = (
  subcategory: string,
  fields: readonly { label: string; value: string; isColor?: boolean }[],
): string | null => {
  for (const { value } of fields) {
    const hex = COLOR_CODE.exec(value)
    if (!hex) continue
    const kind = SUBCATEGORY_KINDS.find(([pattern]) => pattern.test(subcategory))?.[1] ?? 'paint'
    return `${kind} ${hex[0].toUpperCase()}`
  }
  for (const { label, value, isColor } of fields) {
    if (ofAPart(label) || (!isColor && !OF_A_MATERIAL.test(label) && !OF_A_COLOR.test(label))) continue
    const material = materialIn(subcategory, label, value)
    const tone = toneIn(value)
    if (material !== undefined || tone !== undefined) return material ?? `tint ${tone}`
  }
  return null
}
