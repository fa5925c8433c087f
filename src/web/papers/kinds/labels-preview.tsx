import { Ink, PaperDrawing, rowsFrom, Text } from './paper-drawing.tsx'

const LABELS = rowsFrom(15, 24, 4, (y) => [8, 60, 112].map((x) => [x, y] as const)).flat()

/** The squares of a code of 15 by 15. */
const codeAt = (x: number, y: number) =>
  rowsFrom(y, 2.5, 6, (top) =>
    [0, 5, 10].map((left) => [x + left + (((top - y) / 2.5) % 2 === 0 ? 2.5 : 0), top, 2.5, 2.5] as const),
  ).flat()

/** A preview of a label sheet. Decorative. */
export const LabelsPreview = () => (
  <PaperDrawing>
    {LABELS.map(([x, y]) => (
      <rect
        key={`${x} ${y}`}
        x={x + 0.5}
        y={y + 0.5}
        width="47"
        height="21"
        rx="1.5"
        fill="none"
        stroke="#d3d0c4"
        strokeDasharray="3 2"
      />
    ))}
    <Ink boxes={LABELS.flatMap(([x, y]) => [...codeAt(x + 4, y + 3.5), [x + 23, y + 6.5, 21, 4] as const])} />
    <Text boxes={LABELS.map(([x, y]) => [x + 23, y + 13.5, 21, 2])} />
  </PaperDrawing>
)
