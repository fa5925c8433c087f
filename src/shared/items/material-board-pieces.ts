import type { Item } from './items.api.ts'
import { isPaint, parseMaterial, type Material } from '../structure/sample.ts'
import type { Ground, Pieces, Surface } from './material-board-layout.ts'

/** Floor, cabinets, counters, wall tile and fabric; all others follow. */
const SURFACES = [/^floor(ing)?\b/i, /\bcabinets?\b|built-in|vanity$/i, /counter|vanity top/i, /\btile\b/i]
/** Walls, then what is painted on or around them, then what is above. */
const PAINTS = [/^wall/i, /wall/i, /cabinet/i, /door/i, /trim/i]

const rankIn = (ranks: readonly RegExp[], ...names: readonly string[]): number => {
  const found = ranks.findIndex((pattern) => names.some((name) => pattern.test(name)))
  return found < 0 ? ranks.length : found
}

/** What a board shows as a pull and a knob. */
const HARDWARE = /\b(hardware|hooks?|knobs?|pulls?|handles?)\b/i
const isHardware = ({ subCatName }: Item): boolean => HARDWARE.test(subCatName)

const isSurface = (sample: Material): sample is Material & Surface => sample.kind !== 'paint' && sample.kind !== 'metal'

const without = <T>(all: readonly T[], key: (one: T) => string): T[] =>
  [...new Map(all.toReversed().map((one) => [key(one), one])).values()].toReversed()

/** The one brand that the paints name; '' if none or several. */
const brandOf = (paints: readonly Item[]): string => {
  const brands = paints.map(({ labels, ...item }) => {
    const brand = labels.find(({ label }) => /^brand\b/i.test(label))
    return brand ? item[brand.field].trim() : ''
  })
  const [brand = '', ...others] = new Set(brands.filter(Boolean))
  return others.length === 0 ? brand : ''
}

/** The pieces of a room's items; `photoOf` returns an item's photo. */
export const piecesOfItems = <Photo>(
  items: readonly Item[],
  photoOf: (item: Item) => Photo | undefined,
): Pieces<Photo> => {
  const samples = items.flatMap((item) => {
    const sample = parseMaterial(item.sample)
    return sample ? [{ item, sample }] : []
  })
  const paints = samples
    .filter(({ item, sample }) => sample.kind === 'paint' && isPaint(item.subCatName, item.labels))
    .toSorted((one, other) => rankIn(PAINTS, one.item.subCatName) - rankIn(PAINTS, other.item.subCatName))
  const surfaces = samples.flatMap(({ item, sample }) => (isSurface(sample) ? [{ item, sample }] : []))
  const groundOf = (item: Item, { kind, tone }: Surface): Ground<Photo> => {
    const photo = photoOf(item)
    return photo === undefined ? { kind, tone } : { kind: 'photo', photo }
  }
  const rankOf = ({ item, sample }: { item: Item; sample: Surface }) =>
    sample.kind === 'fabric' ? SURFACES.length : rankIn(SURFACES, item.subCatName, item.catName)
  const metals = samples.filter(({ item, sample }) => sample.kind === 'metal' && photoOf(item) === undefined)
  const metalThings = new Set(metals.flatMap(({ item }) => (isHardware(item) ? [] : [item])))
  const withoutPicture = items.filter((item) => photoOf(item) === undefined)
  const untold =
    withoutPicture.find(({ sample }) => sample === null) ?? withoutPicture.find((item) => metalThings.has(item))

  const shown = new Set(surfaces.map(({ item }) => item))
  const photo = items.find((item) => !shown.has(item) && photoOf(item) !== undefined)
  return {
    grounds: without(
      surfaces.toSorted((one, other) => rankOf(one) - rankOf(other)).map(({ item, sample }) => groundOf(item, sample)),
      (ground) => JSON.stringify(ground),
    ),
    paints: without(
      paints.map(({ item, sample }) => ({ tone: sample.tone, name: item.title })),
      ({ tone }) => tone,
    ),
    brand: brandOf(paints.map(({ item }) => item)),
    photos: photo ? [photo].flatMap((item) => photoOf(item) ?? []) : [],
    metals: metals.flatMap(({ item, sample }) => (metalThings.has(item) ? [] : [sample.tone])),
    tag: untold && { name: untold.subCatName, text: untold.title === untold.subCatName ? '' : untold.title },
  }
}

/** The pieces of a project, built from the samples of its rooms (see sample.ts). */
export const piecesOfSamples = (samples: readonly string[]): Pieces<never> => {
  const known = [...new Set(samples)].flatMap((sample) => parseMaterial(sample) ?? [])
  return {
    grounds: known.filter(isSurface),
    paints: known.filter(({ kind }) => kind === 'paint').map(({ tone }) => ({ tone, name: '' })),
    brand: '',
    photos: [],
    metals: known.filter(({ kind }) => kind === 'metal').map(({ tone }) => tone),
    tag: undefined,
  }
}
