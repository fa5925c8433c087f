/** The latest of the database's times; '' for an empty list. */
export const latestOf = (times: readonly (string | null)[]): string =>
  times.reduce<string>((latest, time) => (time !== null && time > latest ? time : latest), '')
