import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** Its place in index.html. A comment would be visible to readers of the page. */
const PLACE = '<script src="/src/web/app/inline-bootstrap.ts"></script>'

/** Puts src/web/app/inline-bootstrap.ts into the page itself, where it runs before anything else is fetched. */
export const inlineBootstrap = (): Plugin => {
  let root = ''
  return {
    name: 'inline-bootstrap',
    configResolved: (config) => void (root = config.root),
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const [output] = (await build({
          configFile: false,
          root,
          logLevel: 'error',
          publicDir: false,
          build: {
            write: false,
            minify: true,
            modulePreload: false,
            lib: { entry: join(root, 'src/web/app/inline-bootstrap.ts'), formats: ['iife'], name: 'roomfolio' },
          },
        })) as Rolldown.RolldownOutput[]
        const code = output?.output[0].code.trim()
        if (!code || !html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`)
        return html.replace(PLACE, () => `<script>${code}</script>`)
      },
    },
  }
}
