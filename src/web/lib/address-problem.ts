import type { Site } from '../../shared/public/prerendered-pages.ts'
import { PUBLIC_PATH } from './public-path.ts'

const THIS_MACHINE = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** The address of this installation, as this page was opened. */
export const currentAddress = (): string => location.origin + PUBLIC_PATH

/** Why new links and codes would not work for others, and which setting to change; undefined if they work. */
export const addressProblem = (
  { publicURL, address }: Pick<Site, 'publicURL' | 'address'>,
  opened: string,
): string | undefined => {
  if (publicURL !== null || address === null) return undefined
  if (address !== opened)
    return `You opened this page as ${opened}, but links and QR codes lead to ${address}. Before you hand any out, the server needs the setting PUBLIC_URL=${opened}.`
  return THIS_MACHINE.test(new URL(address).hostname)
    ? `Links and QR codes lead to ${address}, which only works on this computer. Before you hand any out, set PUBLIC_URL to the address others use.`
    : undefined
}
