import { marksUp, textOfMarkup } from './markup.ts'
import type { PieceOfText } from './piece-of-text.ts'
import { decodedText } from './plain-text.ts'
import { isPDF } from '../../platform/storage/is-pdf.ts'
import { textsOfPDF } from './pdf-text.ts'
import { isRichText, textOfRichText } from './rich-text.ts'
import { isZIP, textsOfZIP } from './zipped-text.ts'

/** The bytes of a text file that are read. */
export const MOST_TEXT = 8 * 1024 * 1024

const textOfText = (file: Buffer): string | undefined => {
  const part = file.subarray(0, MOST_TEXT)
  const text = isRichText(part) ? textOfRichText(part) : decodedText(part)
  return text !== undefined && marksUp(text) ? textOfMarkup(text) : text
}

/**
 * Yields the text of a file, whose type is detected from its bytes; nothing if it has no text. Stops when `isEnough` returns
 * true. A damaged file yields less text or throws.
 */
export async function* textsOfFile(file: Buffer, isEnough: () => boolean): AsyncGenerator<PieceOfText> {
  if (isPDF(file)) yield* textsOfPDF(file, isEnough, textOfText)
  else if (isZIP(file)) yield* textsOfZIP(file, isEnough)
  else {
    const text = textOfText(file)
    if (text !== undefined) yield { text, page: null }
  }
}
