import type { Item } from '../../shared/items.ts'
import { useIsPhone } from '../ui/use-media.ts'
import { BoardDrawing } from './board-drawing.tsx'
import styles from './board.module.css'
import { layBoard, laySmallBoard } from './lay-board.ts'
import { piecesOfItems, piecesOfSamples } from './pieces-of.ts'

export interface BoardProps {
  /** What a room holds. */
  items?: readonly Item[]
  /** The samples of a project's rooms. */
  samples?: readonly string[]
  /** The ID of what the board is of. */
  seed: number
}

/** The material board of a room or a project: what it holds, laid by rule, for a desk or a phone. */
export const LaidBoard = ({ items, samples = [], seed }: BoardProps) => {
  const small = useIsPhone()
  const pieces = items ? piecesOfItems(items) : piecesOfSamples(samples)
  const laid = small ? laySmallBoard(pieces) : layBoard(pieces, seed)
  if (laid.length === 0) return <div className={styles.none} />
  return <BoardDrawing pieces={laid} small={small} seed={seed} />
}
