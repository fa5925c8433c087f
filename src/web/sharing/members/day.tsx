const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** A day (ISO 8601) as the visitor's part of the world writes it. */
export const Day = ({ at }: { at: string }) => <time dateTime={at}>{DAY.format(new Date(at))}</time>
