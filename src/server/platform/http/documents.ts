import { createHash } from 'node:crypto'
import { leftOut, type MadeFrom, type ReadyPage, type Site } from '../../../shared/public/prerendered-pages.ts'
import type { PAGES } from '../../../shared/contract/pages.ts'

/** Files of the build that one page needs beyond the shared ones, by name. */
export interface Parts {
  scripts: readonly string[]
  styles: readonly string[]
}

export interface Document {
  html: string
  /** The general policy plus the hashes of this document's own scripts and styles. */
  policy: string
}

interface DocumentOptions {
  /** The HTML of the build. */
  index: string
  policy: string
  /** The path of PUBLIC_URL, or ''. */
  path: string
  /** The page's own files. */
  own: Parts
  /** The stylesheet with our fonts. */
  fonts: string | undefined
  page?: keyof typeof PAGES
  /** Returns the text of a stylesheet. */
  styleOf: (file: string) => string
  /** The prerendered HTML of the page. */
  ready?: ReadyPage | undefined
  /** Public facts about the installation. */
  site: Site
}

const STYLES = /\s*<link rel="stylesheet" crossorigin href="\/([^"]+)">/g

/** The root element names the path and the disabled features, so the browser never draws them and then removes them. */
export const withRoot = (html: string, { site, path }: Pick<DocumentOptions, 'site' | 'path'>): string => {
  const off = leftOut(site).join(' ')
  const attributes = (path && ` data-path="${path}"`) + (off && ` data-left-out="${off}"`)
  return put(html, '<html lang="en"', `<html lang="en"${attributes}`)
}

/** What a preview of a link says, which everyone in a chat sees. */
const NEUTRAL_TITLES: Partial<Record<keyof typeof PAGES, string>> = {
  view: 'A home, shared with Roomfolio',
  joinProject: 'An invitation to a home, sent with Roomfolio',
  acceptProject: 'A home, handed over with Roomfolio',
}

/** For the browser and for previews of links, in HTML. */
const titleOf = (title: string): string =>
  `<title>${title}</title>
    <meta property="og:title" content="${title.replaceAll('"', '&quot;')}">
    <meta property="og:site_name" content="Roomfolio">
    <meta property="og:type" content="website">`

/** JSON for inside an element, escaped so that no text can end the element. */
const asJSON = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Replaces `before`, which the HTML of the build has exactly once. */
const put = (html: string, before: string | RegExp, now: string): string => html.replace(before, () => now)

/**
 * The document of a page: the build's HTML with inlined styles, so that it renders without further requests; preloads
 * of the page's code; and what the script in its head has to know. The disabled stylesheet links keep the app
 * from loading those styles again.
 */
export const documentOf = (options: DocumentOptions): Document => {
  const { index, policy, path, own, fonts, styleOf, page, ready, site } = options
  const scripts = [...index.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text = '']) => sourceOf(text))
  const styles = [...[...index.matchAll(STYLES)].map(([, file = '']) => file), ...own.styles]
  const style = styles.map(styleOf).join('\n')
  const head = [
    // Rendering before the rest arrives would shift the layout.
    ...(ready ? ['<link rel="expect" href="#ready" blocking="render">'] : []),
    `<style>${style}</style>`,
    ...styles.map((file) => `<link rel="stylesheet" href="${path}/${file}" disabled>`),
    // Low priority, so shared files and the requests of the head's script load first.
    ...own.scripts.map((file) => `<link rel="modulepreload" href="${path}/${file}" fetchpriority="low" crossorigin>`),
  ]
  const script = (page ? ` data-page="${page}"` : '') + (fonts ? ` data-fonts="${path}/${fonts}"` : '')
  let html = index.replaceAll(STYLES, '').replaceAll(/ (href|src)="\//g, ` $1="${path}/`)
  html = withRoot(html, options)
  html = put(html, /<title>[^<]*<\/title>/, titleOf(ready?.title ?? (page && NEUTRAL_TITLES[page]) ?? 'Roomfolio'))
  html = put(html, '</head>', `  ${head.join('\n    ')}\n  </head>`)
  html = put(html, '<script>', `<script${script}>`)
  const styleSources = [sourceOf(style)]
  if (ready) {
    const madeFrom = asJSON({ page, site } as MadeFrom)
    html = put(
      html,
      '<div id="root"></div>',
      `<div id="root">${ready.html}</div>\n    <script type="application/json" id="ready">${madeFrom}</script>`,
    )
    const attributes = new Set([...ready.html.matchAll(/ style="([^"]*)"/g)].map(([, value = '']) => value))
    if (attributes.size > 0) styleSources.push("'unsafe-hashes'", ...[...attributes].map(sourceOf))
  }
  const allow = (whole: string, directive: string, sources: readonly string[]): string =>
    put(whole, `${directive} 'self'`, [`${directive} 'self'`, ...sources].join(' '))
  return { html, policy: allow(allow(policy, 'script-src', scripts), 'style-src', styleSources) }
}
