/** Clockwise rotations, in degrees, with which a picture is shown; its bytes do not change. */
const ROTATIONS = [0, 90, 180, 270] as const
export type Rotation = (typeof ROTATIONS)[number]

export const turnedLeft = (rotation: Rotation): Rotation => ROTATIONS[(ROTATIONS.indexOf(rotation) + 3) % 4] ?? 0
