import { marksUp, textOfMarkup } from './markup.ts'
import type { PieceOfText } from './piece-of-text.ts'
import { decodedText } from './plain-text.ts'
import { isPDF } from '../../platform/storage/is-pdf.ts'
import { textsOfPDF } from './pdf-text.ts'
import { isRichText, textOfRichText } from './rich-text.ts'
import { isZIP, textsOfZIP } from './zipped-text.ts'

/** Of a file that is text, so much is read, in bytes. */
export const MOST_TEXT = 8 * 1024 * 1024

/**
 * What can be read in a file, piece by piece, as its bytes say what it is; nothing in one that has no text. It goes no
 * further than `isEnough` lets it. What is wrong with a file shows as less text, or throws.
 */
export async function* textsOfFile(file: Buffer, isEnough: () => boolean): AsyncGenerator<PieceOfText> {
  if (isPDF(file)) yield* textsOfPDF(file, isEnough)
  else if (isZIP(file)) yield* textsOfZIP(file, isEnough)
  else {
    const text = isRichText(file)
      ? textOfRichText(file.subarray(0, MOST_TEXT))
      : decodedText(file.subarray(0, MOST_TEXT))
    if (text !== undefined) yield { text: marksUp(text) ? textOfMarkup(text) : text, page: null }
  }
}
