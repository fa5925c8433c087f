/** A piece of a file's text. */
export interface PieceOfText {
  text: string
  /** Counted from 1; null in a file without pages. */
  page: number | null
}
