/** Groups rows by key, keeping their order; a missing key has an empty group. */
export const groupBy = <Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): ((key: Key) => readonly Row[]) => {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return (key) => groups.get(key) ?? []
}
