/** By how many degrees clockwise a picture is shown turned; its bytes stay as they are. */
export const ROTATIONS = [0, 90, 180, 270] as const
export type Rotation = (typeof ROTATIONS)[number]

export const turnedLeft = (rotation: Rotation): Rotation => ROTATIONS[(ROTATIONS.indexOf(rotation) + 3) % 4] ?? 0
