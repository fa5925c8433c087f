const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A point in time (ISO 8601) in the visitor's locale. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{FORMAT.format(new Date(at))}</time>
