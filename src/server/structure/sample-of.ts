import { COLOR_CODE, type SampleKind } from '../../shared/structure/sample.ts'

/** The first match wins, so longer phrases come before the words they contain. */
const MATERIALS: readonly (readonly [words: string, kind: SampleKind, tone: string])[] = [
  ['oil-rubbed bronze|oil rubbed bronze', 'metal', '#4A3B30'],
  ['matte black|black iron|wrought iron', 'metal', '#2F3231'],
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
  ['zellij|glazed|subway|porcelain|ceramic|tile', 'tile', '#8FB0A5'],
  ['terracotta|brick', 'tile', '#B86B4B'],
  ['linen|cotton|canvas', 'fabric', '#D8CDB8'],
  ['wool|boucle', 'fabric', '#B9B1A2'],
  ['velvet|leather', 'fabric', '#7A5A45'],
  ['jute|sisal|rattan', 'fabric', '#BFA06E'],
  ['fireclay|enamel', 'paint', '#F4F2EC'],
  ['ivory|cream|off-white|gesso', 'paint', '#F1EDE0'],
  ['white', 'paint', '#F6F5F0'],
  ['black|charcoal', 'paint', '#2F3433'],
  ['gray|grey|silver', 'paint', '#A9AEAB'],
  ['navy|indigo', 'paint', '#27384F'],
  ['harbor|teal|peacock', 'paint', '#24424A'],
  ['blue|denim', 'paint', '#6A8CA3'],
  ['sage|celadon', 'paint', '#B9C6B4'],
  ['olive|moss', 'paint', '#7C8259'],
  ['green|verdigris|forest', 'paint', '#5E8378'],
  ['yellow|mustard|ochre', 'paint', '#D9B45B'],
  ['orange|rust|clay', 'paint', '#B8613F'],
  ['red|crimson|barn', 'paint', '#A8432A'],
  ['pink|blush|rose', 'paint', '#E1BDB0'],
  ['brown|umber|chocolate', 'paint', '#6B4E3A'],
  ['tan|beige|sand|taupe|linen', 'paint', '#D6C6AB'],
]
const PATTERNS = MATERIALS.map(([words, kind, tone]) => [new RegExp(`\\b(?:${words})\\b`, 'i'), kind, tone] as const)

const NAMES_A_MATERIAL = /colou?r|finish|material|wood|stain|fabric|species|series/i
/** In these subcategories, a plain color word becomes a tile or fabric sample. */
const SUBCATEGORY_KINDS: readonly (readonly [RegExp, SampleKind])[] = [
  [/\btile|backsplash\b/i, 'tile'],
  [/\brug|carpet|curtain|drape|shade|upholster|fabric|bedding|sofa|seating\b/i, 'fabric'],
]

/** Here values are manufacturers' color names: Revere Pewter is not a metal, Pale Oak not a wood. */
const COLOR_NAMES_IN = /\b(?:paint|stain|wallpaper|wall ?covering|primer|varnish|lacquer|limewash)\b/i
const NAMES_A_PAINT = /^colou?r (?:name|code)$|\bpaint\b/i

/**
 * Words that mean a color in any name. Without "orange", since Orange Blossom is white, and without plants and
 * minerals.
 */
const PLAIN_COLORS =
  /^(?:off-white|ivory|white|black|charcoal|gr[ae]y|navy|indigo|teal|blue|sage|olive|green|yellow|red|crimson|pink|blush|brown|taupe|beige|tan)$/i
/** What follows the name on a can: codes and sheen. */
const CODE = /\d|^[A-Z]{1,4}$/
const SHEEN = /^(?:flat|matte?|eggshell|satin|pearl|low|semi|soft|high|gloss|semi-gloss|sheen|enamel|finish|paint)$/i

/**
 * The color in a paint's name: its last word, as in Hale Navy HC-154. Undefined for every other name, because no swatch
 * is better than a wrong one.
 */
const plainColorIn = (name: string): string | undefined => {
  const words = (name.split(/[,;(/|–—]/)[0] ?? '').trim().split(/[\s]+/)
  const last = words.findLast((word) => !CODE.test(word) && !SHEEN.test(word)) ?? ''
  const color = last.split('-').at(-1) ?? ''
  return [last, color].find((word) => PLAIN_COLORS.test(word))
}

/**
 * The sample of an item, or null: first a #rrggbb in any field, then a material word in a field whose label is about
 * color, finish, material or wood, or has the kind 'color'. Paints, stains and wallpapers use only color names.
 */
export const sampleOf = (
  subcategory: string,
  fields: readonly { label: string; value: string; isColor?: boolean }[],
): string | null => {
  for (const { value } of fields) {
    const hex = COLOR_CODE.exec(value)
    if (hex) return `paint ${hex[0].toUpperCase()}`
  }
  for (const { label, value, isColor } of fields) {
    if (!isColor && !NAMES_A_MATERIAL.test(label)) continue
    const isColorName = COLOR_NAMES_IN.test(subcategory) || NAMES_A_PAINT.test(label)
    const words = isColorName ? plainColorIn(value) : value
    const found = words && PATTERNS.find(([pattern, kind]) => pattern.test(words) && (!isColorName || kind === 'paint'))
    if (!found) continue
    const [, kind, tone] = found
    const surface = SUBCATEGORY_KINDS.find(([pattern]) => pattern.test(subcategory))?.[1]
    return `${kind === 'paint' && surface ? surface : kind} ${tone}`
  }
  return null
}
