import { pathToFileURL } from 'node:url'
import type { ReadyPages, Site } from '../../../shared/public/prerendered-pages.ts'
import { programOf } from '../workers/program.ts'

interface Prerender {
  renderPages: (site: Site) => Promise<ReadyPages>
}

/** The pages that can be read before any script has loaded, drawn by the web app itself (src/web/app/prerender.tsx). */
export const readyPages = async (site: Site, path: string): Promise<ReadyPages> => {
  // Before its code is loaded (src/web/lib/public-path.ts).
  Object.assign(globalThis, { publicPath: path })
  const { renderPages } = (await import(pathToFileURL(programOf('prerender').file).href)) as Prerender
  return renderPages(site)
}
