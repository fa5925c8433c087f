/** Of times as the database has them; '' of none. */
export const latestOf = (times: readonly (string | null)[]): string =>
  times.reduce<string>((latest, time) => (time !== null && time > latest ? time : latest), '')
