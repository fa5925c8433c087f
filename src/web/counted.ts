/** '1 room', '8 rooms'. */
export const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`
