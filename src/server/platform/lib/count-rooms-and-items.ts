const many = (count: number, one: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${one}s`]

/** Such as '12 rooms and 300 items'; '' for nothing. */
export const counted = ({ rooms = 0, items }: { rooms?: number | undefined; items: number }): string =>
  [...many(rooms, 'room'), ...many(items, 'item')].join(' and ')
