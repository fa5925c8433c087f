import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import {
  leftOut,
  READY_PAGES,
  type ReadyPage,
  type ReadyPageName,
  type ReadyPages,
  type Site,
} from '../../shared/public/prerendered-pages.ts'
import { PAGES } from '../../shared/contract/pages.ts'
import * as login from '../identity/login/login.page.tsx'
import * as home from '../public/home.page.tsx'
import { Frame } from './layout/frame.tsx'
import { setDisabledFeatures } from '../lib/feature-flags.ts'
import { PUBLIC_PATH } from '../lib/public-path.ts'
import { knownSite } from '../lib/pending-site.ts'
import * as about from '../public/about.page.tsx'
import * as help from '../public/help/help.page.tsx'
import * as pricing from '../public/pricing.page.tsx'

const MODULES: Record<ReadyPageName, { Component: () => React.ReactNode }> = { home, login, pricing, about, help }

const HOISTED = /^(?:<link[^>]*>)*<title>([^<]*)<\/title>(?:<link[^>]*>)*/

const render = async (name: ReadyPageName, facts: Site): Promise<ReadyPage> => {
  const { path } = PAGES[name]
  const site = knownSite(facts)
  const { Component } = MODULES[name]
  const { query, dataRoutes } = createStaticHandler(
    [{ Component: Frame, children: [{ children: [{ id: name, path, Component, loader: () => ({ site }) }] }] }],
    { basename: PUBLIC_PATH },
  )
  const context = await query(new Request(`http://localhost${PUBLIC_PATH}${path}`))
  if (context instanceof Response) throw new Error(`${path} leads elsewhere.`)
  const text = renderToString(
    <StrictMode>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </StrictMode>,
  )
  const [hoisted, title] = HOISTED.exec(text) ?? []
  if (hoisted === undefined || title === undefined) throw new Error(`${path} has no title.`)
  // Pictures come after what is read, so what React would have fetched first is left out.
  return { title, html: text.slice(hoisted.length) }
}

/**
 * The ready pages of an installation, as a visitor sees them, for the server. The app takes them over in the browser, so they are
 * made of the same parts, in the same order (router.tsx).
 */
export const renderPages = async (site: Site): Promise<ReadyPages> => {
  setDisabledFeatures(leftOut(site))
  const pages = READY_PAGES.map(async (name) => [name, await render(name, site)] as const)
  return Object.fromEntries(await Promise.all(pages)) as ReadyPages
}
