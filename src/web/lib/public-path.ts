/** Stands before every address of this installation but those that go through the router: '' or such as '/homes'. */
export const PUBLIC_PATH: string = (import.meta.env.PUBLIC_PATH as string | undefined) ?? ''

/** An address within the installation, as the router takes it, of one that the browser shows. */
export const withoutPath = (address: string): string => address.replace(PUBLIC_PATH, '')
