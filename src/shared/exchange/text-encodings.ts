/** Encodings of CSV files besides UTF-16. */
export const TEXT_ENCODINGS = [
  'utf-8',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
  'macintosh',
  'cp850',
] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]
