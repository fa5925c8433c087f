/** The zoom relative to the fitted size, and the offset of the picture's center from the stage's, in pixels. */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

interface Point {
  x: number
  y: number
}

/** The whole picture. */
export const FITTED: View = { scale: 1, x: 0, y: 0 }

export const MAX_SCALE = 8
/** The zoom of a click or double-tap. */
export const CLICK_SCALE = 2.5
/** The zoom factor of a key or button. */
export const SCALE_STEP = 1.5

export const isZoomed = ({ scale }: View): boolean => scale > 1.01

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** The size that shows the whole picture. Pictures smaller than the stage are not enlarged, unless `grows`. */
export const fittedSize = (picture: Size, stage: Size, grows: boolean): Size => {
  const most = grows ? Infinity : 1
  const ratio = Math.min(stage.width / picture.width, stage.height / picture.height, most)
  return { width: picture.width * ratio, height: picture.height * ratio }
}

/** Limits the offset, so that no edge of the picture leaves empty space that the picture could fill. */
const limited = ({ scale, x, y }: View, fitted: Size, stage: Size): View => {
  const [across, along] = [
    Math.max(0, (fitted.width * scale - stage.width) / 2),
    Math.max(0, (fitted.height * scale - stage.height) / 2),
  ]
  return { scale, x: within(x, -across, across), y: within(y, -along, along) }
}

/** Pans by pixels. */
export const panned = (view: View, by: Point, fitted: Size, stage: Size): View =>
  limited({ ...view, x: view.x + by.x, y: view.y + by.y }, fitted, stage)

/** Zooms to `scale`, keeping `point` (relative to the stage's center) in place within the picture's edges. */
export const zoomed = (view: View, scale: number, point: Point, fitted: Size, stage: Size): View => {
  const to = within(scale, 1, MAX_SCALE)
  const ratio = to / view.scale
  return limited(
    { scale: to, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio },
    fitted,
    stage,
  )
}
