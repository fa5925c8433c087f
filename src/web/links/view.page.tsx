import { useLoaderData, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router'
import { loadCode } from '../connection.ts'
import type * as ViewParts from './view.tsx'

/** Everything, once it is there: what every page has in common need not know its many parts. */
const loaded: Partial<typeof ViewParts> = {}
const loadView = async () => Object.assign(loaded, await import('./view.tsx'))

export const loader = async (args: LoaderFunctionArgs) => (await loadCode(loadView)).load(args)

/** A picture that is looked at large stands in the address, and asks for nothing. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname + currentUrl.search === nextUrl.pathname + nextUrl.search && currentUrl.hash !== nextUrl.hash
    ? false
    : defaultShouldRevalidate

export const Component = () => {
  const viewed = useLoaderData<typeof loader>()
  const { View } = loaded
  return View && <View viewed={viewed} />
}
