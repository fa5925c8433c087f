/** NaN of nothing. `share` is 0 to 1; takes the value at that place of the sorted values, without interpolation. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN

/** NaN of nothing; of an even number of values the upper one of the middle two. */
export const median = (values: readonly number[]): number => percentile(values, 0.5)
