import type { ReactNode } from 'react'

export type Box = readonly [x: number, y: number, width: number, height: number]

const pathOf = (boxes: readonly Box[]): string =>
  boxes.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`).join('')

/** Headings and marks. */
export const Ink = ({ boxes }: { boxes: readonly Box[] }) => <path fill="var(--print-ink)" d={pathOf(boxes)} />

/** Lines of text. */
export const Text = ({ boxes }: { boxes: readonly Box[] }) => <path fill="#dbd9ce" d={pathOf(boxes)} />

export const Rule = ({ d }: { d: string }) => <path fill="none" stroke="#d3d0c4" d={d} />

/** Calls `each` for rows of a height from `top` on. */
export const rowsFrom = <T,>(top: number, height: number, count: number, each: (y: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => each(top + at * height))

interface PaperDrawingProps {
  landscape?: boolean
  children: ReactNode
}

/** A small drawing of a paper. Decorative. */
export const PaperDrawing = ({ landscape = false, children }: PaperDrawingProps) => {
  const [width, height] = landscape ? [218, 168] : [168, 218]
  return (
    <svg
      aria-hidden="true"
      className="fixed on-paper"
      width={width}
      height={height}
      viewBox={`1 1 ${width - 2} ${height - 2}`}
    >
      {children}
    </svg>
  )
}
