const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** A day (ISO 8601) in the visitor's locale. */
export const Day = ({ at }: { at: string }) => <time dateTime={at}>{DAY.format(new Date(at))}</time>
