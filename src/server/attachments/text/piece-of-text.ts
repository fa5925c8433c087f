/** A piece of what can be read in a file. */
export interface PieceOfText {
  text: string
  /** Counted from 1; null in a file without pages. */
  page: number | null
}
