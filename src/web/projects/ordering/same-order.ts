export const isSameOrder = (some: readonly { id: number }[], others: readonly { id: number }[]): boolean =>
  some.length === others.length && some.every(({ id }, at) => id === others[at]?.id)
