/** 'Change the 11 Others Too'. */
export const namedOthers = (count: number): string =>
  count === 1 ? 'Change the Other Too' : `Change the ${count} Others Too`
