const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** A moment (ISO 8601) as the visitor's part of the world writes it. */
export const Time = ({ at }: { at: string }) => <time dateTime={at}>{FORMAT.format(new Date(at))}</time>
