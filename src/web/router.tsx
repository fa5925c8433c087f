import type { ComponentType } from 'react'
import {
  createBrowserRouter,
  createPath,
  redirect,
  replace,
  type LoaderFunctionArgs,
  type RouteObject,
  type ShouldRevalidateFunction,
} from 'react-router'
import { healthz } from '../shared/health.ts'
import { PAGES, type PageSpec } from '../shared/pages.ts'
import { call } from './api/call.ts'
import { ApiError } from './api/errors.ts'
import { ErrorPage } from './error.page.tsx'
import { Frame } from './layout/frame.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { paths } from './paths.ts'
import { detourOf, toLogin, type Detour } from './session/guard.ts'
import { logOutAction } from './session/log-out.ts'
import { startSession } from './session/session.ts'
import { holdsUnsaved } from './ui/ask-before-unload.ts'
import { Spinner } from './ui/spinner.tsx'
import { toast } from './ui/toasts.ts'

/** What a `*.page.tsx` exports. Errors of its loader are left to the router, which has the screens for them. */
interface PageModule {
  Component: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
  /** Whether `loader` runs again when only the query changes; without it, always. */
  shouldRevalidate?: ShouldRevalidateFunction
}

const modules = import.meta.glob<PageModule>('./*/*.page.tsx')

const load = async (page: PageSpec): Promise<PageModule> => {
  const module = modules[`./${page.module}`]
  if (!module) throw new Error(`There is no page module ${page.module}.`)
  try {
    return await module()
  } catch (error) {
    return loadAnew(error)
  }
}

const RELOADED_FOR = 'roomfolio.reloaded-for'

/**
 * A page's code cannot be had: because no server answers, which is told; or because an upgrade took it away, and then the
 * address being opened is loaded with the new app, once for each build. Code that is missing even then, or where loading
 * anew would lose something unsaved, is an error.
 */
const loadAnew = async (error: unknown): Promise<never> => {
  await call(healthz)
  if (holdsUnsaved() || sessionStorage.getItem(RELOADED_FOR) === import.meta.url) throw error
  sessionStorage.setItem(RELOADED_FOR, import.meta.url)
  const opening = router.state.navigation.location
  if (opening) location.assign(createPath(opening))
  else location.reload()
  return new Promise(() => {})
}

const placeOf = ({ url }: Request): string => url.slice(new URL(url).origin.length)

/**
 * Whether the browser's address is already that of the page being loaded: so it is at a first load and after Back, but
 * not after a link. Who is sent elsewhere then leaves no entry in the history that would send them away again.
 */
const isEntered = (request: Request): boolean => location.pathname + location.search === placeOf(request)

const inPlace = (request: Request, result: unknown): unknown => {
  const to = result instanceof Response && result.headers.get('Location')
  return to ? (isEntered(request) ? replace(to) : redirect(to)) : result
}

/**
 * A redirect cannot carry what the login page is to remember, so this navigates, which gives up the load it stands in. A
 * load that was given up before leads nowhere.
 */
const takeDetour = async (request: Request, { to, state }: Detour): Promise<null> => {
  if (!request.signal.aborted) await router.navigate(to, { replace: isEntered(request), state })
  return null
}

/** The session is restored while the page's code loads; its data is asked for when both are there. */
const loadPage = async (page: PageSpec, args: LoaderFunctionArgs): Promise<unknown> => {
  const place = placeOf(args.request)
  const [module, detour] = await Promise.all([load(page), detourOf(page.access, place)])
  if (detour) return takeDetour(args.request, detour)
  try {
    return inPlace(args.request, await module.loader?.(args)) ?? null
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      if (!args.request.signal.aborted) toast({ kind: 'error', text: error.message })
      return takeDetour(args.request, toLogin(place))
    }
    if (error instanceof ApiError && error.status === 403) return takeDetour(args.request, { to: paths.unauthorized() })
    throw inPlace(args.request, error)
  }
}

const routeOf = (page: PageSpec): RouteObject => ({
  path: page.path,
  loader: (args) => loadPage(page, args),
  lazy: {
    Component: async () => (await load(page)).Component,
    shouldRevalidate: async () => (await load(page)).shouldRevalidate,
  },
})

/** What stands in the frame until the first page is there. */
const Waiting = () => (
  <>
    <title>Roomfolio</title>
    <Spinner />
  </>
)

// The router below begins to load the first page at once, and that may need the session.
startSession()

export const router = createBrowserRouter([
  {
    Component: Frame,
    ErrorBoundary: ErrorPage,
    children: [
      {
        HydrateFallback: Waiting,
        ErrorBoundary: ErrorPage,
        children: [
          ...Object.values(PAGES).map(routeOf),
          { path: paths.logOut(), action: logOutAction, loader: () => redirect(paths.home()) },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
  },
])
