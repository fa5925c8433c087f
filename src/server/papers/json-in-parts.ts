import { openSlices } from '../slices.ts'

const PART = 64 * 1024

function* textsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null'
    return
  }
  const isList = Array.isArray(value)
  let isFirst = true
  yield isList ? '[' : '{'
  for (const [key, own] of isList ? value.entries() : Object.entries(value)) {
    if (!isList && own === undefined) continue
    if (!isFirst) yield ','
    isFirst = false
    if (!isList) yield `${JSON.stringify(key)}:`
    yield* textsOf(own)
  }
  yield isList ? ']' : '}'
}

/** What JSON.stringify makes of plain data, however much it is, without keeping others waiting. */
export async function* jsonInParts(value: unknown): AsyncGenerator<Buffer> {
  const rest = openSlices()
  let part = ''
  for (const text of textsOf(value)) {
    part += text
    if (part.length >= PART) {
      yield Buffer.from(part)
      part = ''
    }
    await rest()
  }
  yield Buffer.from(part)
}
