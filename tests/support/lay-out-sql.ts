const CLAUSE =
  /^(with|select|from|((left|inner|cross) )?join|where|group by|order by|limit|offset|union|set|on conflict|returning|and|or)\b/

/** Quoted texts and names, blanks, parentheses, and the rest. */
const TOKENS = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\s+|[()]|[^\s()'"]+/g

const LONG = 120
/** Where lines that stay long are divided, all of them at the first that they have. */
const DIVISIONS = [/ (?=(?:when|else) )/, / (?=(?:and|or) )/, /(?<=,) /]

const divided = (line: string, divisions = DIVISIONS): string[] => {
  const [at, ...others] = divisions
  if (line.length <= LONG || !at) return [line]
  const indent = /^ */.exec(line)?.[0] ?? ''
  return line
    .trim()
    .split(at)
    .flatMap((part, nth) => divided(`${indent}${nth === 0 ? '' : '  '}${part}`, others))
}

/** One clause a line and subqueries indented, to read and to compare. */
export const layOutSQL = (sql: string): string => {
  const tokens = sql.trim().match(TOKENS) ?? []
  const isQuery: boolean[] = []
  const newLine = () => `\n${'  '.repeat(isQuery.filter(Boolean).length)}`
  let text = ''
  tokens.forEach((token, at) => {
    const follows = tokens
      .slice(at + 1)
      .join('')
      .trimStart()
    if (token === '(') {
      isQuery.push(/^(select|with|values)\b/.test(follows))
      text += isQuery.at(-1) ? `(${newLine()}` : '('
    } else if (token === ')') text += isQuery.pop() ? `${newLine()})` : ')'
    else if (token.trim() !== '') text += token
    else if (isQuery.at(-1) !== false && CLAUSE.test(follows) && !/\s(left|inner|cross)$/.test(text))
      text = text.trimEnd() + newLine()
    else if (!/\s$/.test(text)) text += ' '
  })
  return text
    .split('\n')
    .flatMap((line) => divided(line.trimEnd()))
    .filter((line) => line !== '')
    .join('\n')
}
