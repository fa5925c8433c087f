/** NaN of nothing; of an even number of values the upper one of the middle two. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
