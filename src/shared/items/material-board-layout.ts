import type { Material } from '../structure/sample.ts'
import { randomFrom } from '../contract/random.ts'

/** Surfaces that can be drawn on a board. */
export type Surface = { kind: Exclude<Material['kind'], 'paint' | 'metal'>; tone: string }

/** A large piece: a surface, or the photo of one, which is truer than a drawing. */
export type Ground<Photo> = Surface | { kind: 'photo'; photo: Photo }

/** The pieces of a room or project, each kind with the most prominent first. */
export interface Pieces<Photo> {
  grounds: readonly Ground<Photo>[]
  paints: readonly { tone: string; name: string }[]
  /** Shown below a fan of paints that share one brand. */
  brand: string
  /** Photos, in the renderer's own form. */
  photos: readonly Photo[]
  /** As tones. */
  metals: readonly string[]
  /** An item with neither color nor picture, or else one of metal that is no hardware. */
  tag: { name: string; text: string } | undefined
}

/** x, y, width and height in board units, and clockwise degrees. */
export type Place = readonly [x: number, y: number, width: number, height: number, turn: number]

export type Piece<Photo> = { place: Place } & (
  | Surface
  | { kind: 'chip'; tone: string; name: string; foot: number }
  | { kind: 'fan'; paints: Pieces<Photo>['paints']; brand: string }
  | { kind: 'pull' | 'knob'; tone: string }
  | { kind: 'photo'; photo: Photo }
  | { kind: 'tag'; name: string; text: string }
)

export const BOARD = { width: 588, height: 220 }
export const SMALL_BOARD = { width: 128, height: 56 }

const MARGIN = 26
const WIDEST_GAP = 40
const MOST_PAINTS = 5
/** Orders of the clusters ground, paint and detail. */
const ORDERS = [
  [0, 1, 2],
  [1, 0, 2],
  [0, 2, 1],
] as const

interface Cluster<Photo> {
  pieces: Piece<Photo>[]
  width: number
}

type Tilt = (least: number, most: number) => number

/** The one placed apart from the two on the ground, preferably a tile. */
const takeThird = <Photo>(grounds: Ground<Photo>[]): Ground<Photo> | undefined => {
  const tile = grounds.findIndex(({ kind }, position) => position > 0 && kind === 'tile')
  if (grounds.length > 2 || tile > 0) return grounds.splice(tile > 0 ? tile : 2, 1)[0]
  return undefined
}

const groundOf = <Photo>(
  [first, second]: readonly Ground<Photo>[],
  { metals: [metal], tag }: Pieces<Photo>,
  tilt: Tilt,
): Cluster<Photo> => {
  const pieces: Piece<Photo>[] = []
  const alone = !second && metal === undefined
  let width = 0
  if (first) {
    pieces.push({ ...first, place: alone ? [0, 32, 176, 140, 0] : [0, 24, 196, 104, 0] })
    width = alone ? 176 : 196
  }
  if (second) {
    const place: Place = second.kind === 'fabric' ? [136, 84, 92, 108, tilt(1, 2.2)] : [124, 92, 112, 100, 0]
    pieces.push({ ...second, place })
    width = 236
  }
  if (metal !== undefined) {
    pieces.push({ kind: 'pull', tone: metal, place: first ? [16, 150, 128, 17, 0] : [8, 88, 128, 17, 0] })
    width = Math.max(width, 144)
  }
  if (tag) {
    const turn = tilt(0.6, 1.4)
    pieces.push({ kind: 'tag', ...tag, place: first ? [4, 176, 142, 33, turn] : [0, 122, 150, 33, turn] })
    width = Math.max(width, 146)
  }
  return { pieces, width }
}

const paintOf = <Photo>({ paints, brand }: Pieces<Photo>, tilt: Tilt): Cluster<Photo> => {
  const [first, ...others] = paints.slice(0, MOST_PAINTS)
  if (!first) return { pieces: [], width: 0 }
  const turn = tilt(1.2, 2.6)
  if (others.length === 0) {
    return { pieces: [{ kind: 'chip', ...first, foot: 24, place: [0, 34, 110, 150, turn] }], width: 110 }
  }
  const height = others.length === 1 ? 142 : 168
  const place: Place = [0, (BOARD.height - height) / 2, 126, height, turn]
  return { pieces: [{ kind: 'fan', paints: [first, ...others], brand, place }], width: 126 }
}

const detailOf = <Photo>(
  third: Ground<Photo> | undefined,
  { photos, metals }: Pieces<Photo>,
  tilt: Tilt,
): Cluster<Photo> => {
  const pieces: Piece<Photo>[] = []
  const [photo] = photos
  const knob = metals[1]
  let width = 0
  if (third) {
    pieces.push({ ...third, place: photo === undefined ? [0, 44, 128, 128, 0] : [0, 62, 110, 110, 0] })
    width = 128
  }
  if (photo !== undefined) {
    const turn = tilt(1, 2.2)
    pieces.push({ kind: 'photo', photo, place: third ? [60, 22, 98, 76, turn] : [0, 40, 152, 116, turn] })
    width = third ? 158 : 152
  }
  if (knob !== undefined) {
    const place: Place = width > 0 ? [width - 46, 148, 40, 40, 0] : [0, 88, 44, 44, 0]
    pieces.push({ kind: 'knob', tone: knob, place })
    width = Math.max(width, 44)
  }
  return { pieces, width }
}

const moved = <Photo>(piece: Piece<Photo>, by: number): Piece<Photo> => {
  const [x, y, width, height, turn] = piece.place
  return { ...piece, place: [x + by, y, width, height, turn] }
}

const mirrored = <Photo>(piece: Piece<Photo>): Piece<Photo> => {
  const [x, y, width, height, turn] = piece.place
  return { ...piece, place: [BOARD.width - x - width, y, width, height, turn === 0 ? 0 : -turn] }
}

/**
 * Lays out a board of 588 × 220: the clusters ground, paint and detail side by side, centered. The seed, such as a
 * room's ID, decides their order, mirroring and tilt, so the same pieces always look the same.
 */
export const layOutMaterialBoard = <Photo>(pieces: Pieces<Photo>, seed: number): Piece<Photo>[] => {
  const random = randomFrom(seed)
  const isMirrored = random() < 0.5
  const tilt: Tilt = (least, most) => (random() < 0.5 ? -1 : 1) * (least + random() * (most - least))
  const grounds = [...pieces.grounds]
  const third = takeThird(grounds)
  const all = [groundOf(grounds, pieces, tilt), paintOf(pieces, tilt), detailOf(third, pieces, tilt)]
  const clusters = all.filter((cluster) => cluster.pieces.length > 0)
  const order = ORDERS[Math.floor(random() * ORDERS.length)] ?? ORDERS[0]
  const ordered = order.flatMap((position) => clusters[position] ?? [])
  const total = ordered.reduce((sum, { width }) => sum + width, 0)
  const gaps = ordered.length - 1
  const gap = Math.min(WIDEST_GAP, (BOARD.width - 2 * MARGIN - total) / Math.max(1, gaps))
  let x = (BOARD.width - total - gap * gaps) / 2
  const laid = ordered.flatMap((cluster) => {
    const at = x
    x += cluster.width + gap
    return cluster.pieces.map((piece) => moved(piece, at))
  })
  return isMirrored ? laid.map(mirrored) : laid
}

const OVERLAP = 10

/** A board of 128 × 56 for phones: up to four pieces, surfaces first. */
export const laySmallBoard = <Photo>({
  grounds: [first, ...others],
  paints,
  photos,
  metals,
  tag,
}: Pieces<Photo>): Piece<Photo>[] => {
  const second = others.find(({ kind }) => kind === 'tile') ?? others[0]
  const [[paint], [photo], [metal]] = [paints, photos, metals]
  const row: Piece<Photo>[] = []
  if (first) row.push({ ...first, place: [0, 9, 56, 32, 0] })
  if (paint) row.push({ kind: 'chip', tone: paint.tone, name: '', foot: 9, place: [0, 9, 32, 40, -3] })
  if (second) row.push({ ...second, place: [0, 14, 36, 36, 0] })
  else if (photo !== undefined) row.push({ kind: 'photo', photo, place: [0, 10, 46, 36, 2] })
  if (row.length === 0 && tag) row.push({ kind: 'tag', name: '', text: '', place: [0, 18, 62, 22, -1.2] })
  if (row.length === 0 && metal !== undefined) row.push({ kind: 'pull', tone: metal, place: [0, 22, 76, 12, 0] })
  const hasKnob = metal !== undefined && row[0]?.kind !== 'pull'
  const width = row.reduce((sum, { place }) => sum + place[2], 0) - OVERLAP * (row.length - 1) + (hasKnob ? 6 : 0)
  let x = (SMALL_BOARD.width - width) / 2
  const laid = row.map((piece) => {
    const at = x
    x += piece.place[2] - OVERLAP
    return moved(piece, at)
  })
  return hasKnob ? [...laid, { kind: 'knob', tone: metal, place: [x, 6, 16, 16, 0] }] : laid
}
