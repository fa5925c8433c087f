import { QueryClientProvider } from '@tanstack/react-query'
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
import { PAGES, type PageSpec } from '../../shared/contract/pages.ts'
import { ApiError, isNoConnection, SignInFirst } from '../lib/errors.ts'
import { loadCode } from '../lib/load-code.ts'
import { queryClient, retryUntilOnline, startQueries, useConnection } from '../lib/query-client.ts'
import { ErrorPage } from './error.page.tsx'
import { redirectFor } from '../lib/navigation-history.ts'
import { Frame } from './layout/frame.tsx'
import { NotFoundPage } from './not-found.page.tsx'
import { paths } from '../lib/paths.ts'
import { PUBLIC_PATH, withoutPath } from '../lib/public-path.ts'
import { detourOf, toLogin, toSecondFactor, type Detour } from '../lib/guard.ts'
import { logOutAction } from '../identity/login/log-out.ts'
import { startSession } from '../lib/session.ts'
import { hasUnsaved } from '../lib/forms/ask-before-unload.ts'
import { ready } from '../lib/prerendered.ts'
import { knownSite } from '../lib/pending-site.ts'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../lib/toasts.ts'

/** What a `*.page.tsx` exports. Errors of its loader are left to the router, which has the screens for them. */
interface PageModule {
  Component: ComponentType
  loader?: (args: LoaderFunctionArgs) => unknown
  /** Whether `loader` runs again when only the query changes; without it, always. */
  shouldRevalidate?: ShouldRevalidateFunction
}

const modules = import.meta.glob<PageModule>('/src/web/**/*.page.tsx')

interface App {
  router: ReturnType<typeof createBrowserRouter>
  /** The code of the pages that were asked for: their loaders wait for it. */
  loaded: Map<PageSpec, PageModule>
}

const load = async (app: App, page: PageSpec): Promise<PageModule> => {
  const module = modules[`/src/web/${page.module}`]
  if (!module) throw new Error(page.module)
  try {
    const code = await loadCode(module)
    app.loaded.set(page, code)
    return code
  } catch (error) {
    if (isNoConnection(error)) throw error
    return reload(app, `${page.module} of ${import.meta.url}`, error)
  }
}

const RELOADED_FOR = 'roomfolio.reloaded'

/**
 * An upgrade took a page's code away, the browser does not try again what it could not fetch once, or something in front of
 * the server asks to sign in: the address being opened is loaded with the new app, once for each reason. Where that did not
 * help, or would lose something unsaved, it is an error.
 */
const reload = async ({ router }: App, reason: string, error: unknown): Promise<never> => {
  if (hasUnsaved() || sessionStorage.getItem(RELOADED_FOR) === reason) throw error
  sessionStorage.setItem(RELOADED_FOR, reason)
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
 * A redirect cannot carry what the login page is to remember, so this navigates, which cancels the current load. A
 * load that was given up before leads nowhere.
 */
const takeDetour = async ({ router }: App, request: Request, { to, state }: Detour): Promise<null> => {
  if (!request.signal.aborted) await router.navigate(to, { replace: isEntered(request), state })
  return null
}

/** The session is restored while the page's code loads; its data is asked for when both are there. */
const loadOnce = async (app: App, page: PageSpec, args: LoaderFunctionArgs): Promise<unknown> => {
  const place = withoutPath(placeOf(args.request))
  const [module, detour] = await Promise.all([load(app, page), detourOf(page.access, place)])
  if (detour) return takeDetour(app, args.request, detour)
  try {
    return inPlace(args.request, await module.loader?.(args)) ?? null
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      if (!args.request.signal.aborted) toast({ kind: 'error', text: error.message })
      return takeDetour(app, args.request, toLogin(place))
    }
    if (error instanceof ApiError && error.code === 'second_factor_required')
      return takeDetour(app, args.request, toSecondFactor(place))
    if (error instanceof ApiError && error.status === 403)
      return takeDetour(app, args.request, { to: paths.unauthorized() })
    throw inPlace(args.request, error)
  }
}

/** Restarts the running navigation, so that the guard asks about unsaved changes. */
const leaveAgain = ({ router }: App, request: Request): void => {
  const to = router.state.navigation.location
  if (to) void router.navigate(withoutPath(createPath(to)), { replace: isEntered(request), state: to.state as unknown })
}

/** Without a connection a load waits, and what is shown stays. */
const loadPage = async (app: App, page: PageSpec, args: LoaderFunctionArgs): Promise<unknown> => {
  const { request } = args
  const instead = isEntered(request) ? redirectFor(request.url) : undefined
  if (instead !== undefined) return replace(instead)
  const load = () =>
    loadOnce(app, page, args).catch((error: unknown) => {
      if (error instanceof SignInFirst && !request.signal.aborted)
        return reload(app, `sign-in for ${placeOf(request)}`, error)
      throw error
    })
  return retryUntilOnline(load, {
    signal: request.signal,
    leaves: () => {
      const { pathname, search } = app.router.state.location
      return pathname + search !== placeOf(request)
    },
    leave: () => leaveAgain(app, request),
  })
}

const routeOf = (app: App, [id, page]: [string, PageSpec]): RouteObject => ({
  id,
  path: page.path,
  loader: (args) => loadPage(app, page, args),
  shouldRevalidate: (args) => app.loaded.get(page)?.shouldRevalidate?.(args) ?? args.defaultShouldRevalidate,
  Component: () => {
    const Page = app.loaded.get(page)?.Component
    return Page && <Page />
  },
})

/** Shown in the frame until the first page has loaded; without a server it is a screen of its own. */
const Waiting = () => {
  const connection = useConnection()
  return (
    <>
      <title>Roomfolio</title>
      {connection !== 'fine' && <h1 className="visually-hidden">Roomfolio</h1>}
      <Spinner />
    </>
  )
}

const Root = () => (
  <QueryClientProvider client={queryClient()}>
    <Frame />
  </QueryClientProvider>
)

/**
 * The router of the running app. It restores the session and begins to load the first page at once; `codeOfReadyPage`
 * loads the code of the prerendered page that the document came with.
 */
export const createAppRouter = (): {
  router: ReturnType<typeof createBrowserRouter>
  codeOfReadyPage: () => Promise<void>
} => {
  startQueries()
  startSession()
  const app = { loaded: new Map<PageSpec, PageModule>() } as App
  app.router = createBrowserRouter(
    [
      {
        Component: Root,
        ErrorBoundary: ErrorPage,
        children: [
          {
            HydrateFallback: Waiting,
            ErrorBoundary: ErrorPage,
            children: [
              ...Object.entries(PAGES).map((page) => routeOf(app, page)),
              { path: paths.logOut(), action: logOutAction, loader: () => redirect(paths.home()) },
              { path: '*', Component: NotFoundPage },
            ],
          },
        ],
      },
    ],
    {
      basename: PUBLIC_PATH,
      ...(ready && { hydrationData: { loaderData: { [ready.page]: { site: knownSite(ready.site) } } } }),
    },
  )
  const codeOfReadyPage = async () => {
    if (ready) await load(app, PAGES[ready.page])
  }
  return { router: app.router, codeOfReadyPage }
}
