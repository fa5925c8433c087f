import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import styles from './paper-drawing.module.css'

type Box = readonly [x: number, y: number, width: number, height: number]

const pathOf = (boxes: readonly Box[]): string =>
  boxes.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`).join('')

/** Headings and marks. */
export const Ink = ({ boxes }: { boxes: readonly Box[] }) => <path className={styles.ink} d={pathOf(boxes)} />

/** Lines of text. */
export const Text = ({ boxes }: { boxes: readonly Box[] }) => <path className={styles.text} d={pathOf(boxes)} />

export const Rule = ({ d }: { d: string }) => <path className={styles.rule} d={d} />

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
      className={classNames('fixed', styles.sheet)}
      width={width}
      height={height}
      viewBox={`1 1 ${width - 2} ${height - 2}`}
    >
      {children}
    </svg>
  )
}
