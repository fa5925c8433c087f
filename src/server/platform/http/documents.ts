import { createHash } from 'node:crypto'
import { BLANK_PATH } from '../../../shared/contract/blank-path.ts'
import {
  BLANKS,
  ROOT_ELEMENT,
  rootElement,
  type MadeFrom,
  type ReadyPage,
  type Site,
} from '../../../shared/public/prerendered-pages.ts'
import type { PAGES } from '../../../shared/contract/pages.ts'
import { phoneLink } from '../../../shared/contract/phone-link.ts'

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

const STYLES = new RegExp(`\\s*<link rel="stylesheet" crossorigin href="${BLANK_PATH}/([^"]+)">`, 'g')

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** JSON for inside an element, escaped so that no text can end the element. */
const asJSON = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c')

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Low priority, so shared files and the requests of the head's script load first. */
const linksTo = (scripts: readonly string[]): string[] =>
  scripts.map((file) => `<link rel="modulepreload" href="${BLANK_PATH}/${file}" fetchpriority="low" crossorigin>`)

/** Fills the blanks of the build's HTML with this installation's facts. */
const filledIn = (html: string, { contactEmail, contactPhone }: Site): string =>
  html
    .replaceAll(phoneLink(BLANKS.contactPhone), () => escaped(phoneLink(contactPhone)))
    .replaceAll(BLANKS.contactPhone, () => escaped(contactPhone))
    .replaceAll(BLANKS.contactEmail, () => escaped(contactEmail))

const attributesOf = ({ page, fonts }: DocumentOptions): string =>
  (page ? ` data-page="${page}"` : '') + (fonts ? ` data-fonts="${BLANK_PATH}/${fonts}"` : '')

/** The router writes the address of Home without a slash, so it is empty if PUBLIC_URL has no path. */
const withPath = (html: string, path: string): string =>
  html.replaceAll(`href="${BLANK_PATH}"`, `href="${path || '/'}"`).replaceAll(BLANK_PATH, path)

/** Replaces `before`, which the HTML of the build has exactly once. */
const put = (html: string, before: string | RegExp, now: string): string => html.replace(before, () => now)

/**
 * The document of a page: the build's HTML with inlined styles, so that it renders without further requests; preloads
 * of the page's code; and what the script in its head has to know. The disabled stylesheet links keep the app
 * from loading those styles again.
 */
export const documentOf = (options: DocumentOptions): Document => {
  const { index, policy, path, own, styleOf, page, ready, site } = options
  const scripts = [...index.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text = '']) =>
    sourceOf(withPath(text, path)),
  )
  const styles = [...[...index.matchAll(STYLES)].map(([, file = '']) => file), ...own.styles]
  const style = styles.map(styleOf).join('\n')
  const head = [
    // Rendering before the rest arrives would shift the layout.
    ...(ready ? ['<link rel="expect" href="#ready" blocking="render">'] : []),
    `<style>${style}</style>`,
    ...styles.map((file) => `<link rel="stylesheet" href="${BLANK_PATH}/${file}" disabled>`),
    ...linksTo(own.scripts),
  ]
  let html = index.replaceAll(STYLES, '')
  html = put(html, ROOT_ELEMENT, rootElement(site))
  html = put(html, '</head>', `  ${head.join('\n    ')}\n  </head>`)
  html = put(html, '<script>', `<script${attributesOf(options)}>`)
  const styleSources = [sourceOf(style)]
  if (ready) {
    const content = filledIn(ready.html, site)
    const madeFrom = asJSON({ page, site } as MadeFrom)
    html = put(html, /<title>[^<]*/, `<title>${ready.title}`)
    html = put(
      html,
      '<div id="root"></div>',
      `<div id="root">${content}</div>\n    <script type="application/json" id="ready">${madeFrom}</script>`,
    )
    const attributes = new Set([...content.matchAll(/ style="([^"]*)"/g)].map(([, value = '']) => value))
    if (attributes.size > 0) styleSources.push("'unsafe-hashes'", ...[...attributes].map(sourceOf))
  }
  const allow = (whole: string, directive: string, sources: readonly string[]): string =>
    put(whole, `${directive} 'self'`, [`${directive} 'self'`, ...sources].join(' '))
  return { html: withPath(html, path), policy: allow(allow(policy, 'script-src', scripts), 'style-src', styleSources) }
}
