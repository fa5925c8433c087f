import { writeFile } from 'node:fs/promises'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import {
  BLANKS,
  leftOut,
  READY_PAGES,
  readyKeyOf,
  type ReadyPage,
  type ReadyPageName,
  type VariantSettings,
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

/**
 * A program of the build: writes the ready pages, as a visitor sees them, to the file that it is given. The app takes
 * them over in the browser, so they are made of the same parts, in the same order (router.tsx).
 */

const MODULES: Record<ReadyPageName, { Component: () => React.ReactNode }> = { home, login, pricing, about, help }

const HOISTED = /^(?:<link[^>]*>)*<title>([^<]*)<\/title>(?:<link[^>]*>)*/

const render = async (name: ReadyPageName, settings: VariantSettings): Promise<ReadyPage> => {
  const { path } = PAGES[name]
  const site = knownSite({
    environmentName: null,
    maxFileBytes: 0,
    maxFilesPerUpload: 0,
    mailFails: false,
    asksAdminCode: false,
    publicURL: null,
    provider: null,
    address: null,
    ...BLANKS,
    ...settings,
  })
  const { Component } = MODULES[name]
  const { query, dataRoutes } = createStaticHandler(
    [{ Component: Frame, children: [{ children: [{ id: name, path, Component, loader: () => ({ site }) }] }] }],
    { basename: PUBLIC_PATH },
  )
  const context = await query(new Request(`http://localhost${PUBLIC_PATH}${path}`))
  if (context instanceof Response) throw new Error(`${path} leads elsewhere.`)
  setDisabledFeatures(leftOut(settings))
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

const made: Record<string, Record<string, ReadyPage>> = {}
for (const sendsMail of [true, false]) {
  for (const registration of ['open', 'closed'] as const) {
    for (const prices of [true, false]) {
      const settings = { sendsMail, registration, prices }
      const pages = READY_PAGES.map(async (name) => [name, await render(name, settings)] as const)
      made[readyKeyOf(settings)] = Object.fromEntries(await Promise.all(pages))
    }
  }
}
const [file = ''] = process.argv.slice(2)
await writeFile(file, JSON.stringify(made))
