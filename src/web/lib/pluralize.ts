/** '1 room', '8 rooms', '2 categories', '1,200 items'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
