import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type UserConfig } from 'vite'
import { brotli } from './vite/brotli.ts'
import { pdfjsFiles } from './vite/pdfjs-files.ts'
import { lightEndpoints } from './vite/endpoints.ts'
import { shortClassNames } from './vite/class-names.ts'

/** Programs of the server; each becomes a file of dist/server. */
const SERVER_PROGRAMS = {
  main: 'src/server/main.ts',
  ...Object.fromEntries(
    ['backup', 'demo', 'facts', 'files', 'password', 'restore', 'role', 'search', 'structure', 'user'].map((name) => [
      name,
      `src/server/commands/${name}.ts`,
    ]),
  ),
  prerender: 'src/web/app/prerender.tsx',
  'paper-worker': 'src/server/papers/paper.worker.ts',
  'picture-worker': 'src/server/attachments/picture.worker.ts',
  'sheet-worker': 'src/server/exchange/sheets/reading/sheet.worker.ts',
  'text-worker': 'src/server/attachments/text/text.worker.ts',
}

/** What every page loads. One chunk compresses better than two, and an upgrade of the app leaves it in the browser's cache. */
const VENDOR = /\/node_modules\/(@tanstack|react|react-dom|react-router|scheduler)\//

/** What pages without a form do not load. */
const SCHEMAS =
  /\/node_modules\/zod\/|\/src\/(shared\/(.*\.schema|contract\/(day|id|problem|text))|web\/lib\/forms\/problems-by)\.ts$/

/** Files of the build find each other under any path of PUBLIC_URL, which the server puts into documents. */
const addresses: UserConfig = {
  experimental: {
    renderBuiltUrl: (name, { hostType }) =>
      hostType === 'js'
        ? { runtime: `globalThis.publicPath+${JSON.stringify(`/${name}`)}` }
        : { relative: hostType === 'css' },
  },
}

const ROUTER = join(import.meta.dirname, 'node_modules/react-router/dist/production')

const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  string,
  object
>
/** Bundled as well: loading hundreds of small files slows the start. */
const SMALL_FILES = ['kysely', 'zod']
/** What the server's programs load from node_modules; Vite only while developing. */
const EXTERNAL = ['vite', ...Object.keys({ ...dependencies, ...optionalDependencies })].filter(
  (name) => !SMALL_FILES.includes(name),
)

/** `vite build` makes dist/web for the browser, `vite build --ssr` makes dist/server for Node. */
export default defineConfig(({ command, isSsrBuild }) =>
  isSsrBuild
    ? {
        ...shortClassNames,
        ...addresses,
        plugins: [react()],
        // React's own, which draws the ready pages.
        define: { 'process.env.NODE_ENV': JSON.stringify('production') },
        build: {
          outDir: 'dist/server',
          target: 'node20',
          copyPublicDir: false,
          assetsInlineLimit: 0,
          // All in one folder, where programs find each other (src/server/platform/workers/program.ts).
          rolldownOptions: { input: SERVER_PROGRAMS, output: { chunkFileNames: '[name]-[hash].js' } },
        },
        // An installation has production dependencies alone, so all others are bundled.
        ssr: { noExternal: true, external: EXTERNAL },
      }
    : {
        ...shortClassNames,
        ...addresses,
        resolve: {
          alias: [
            // The build for older browsers (README).
            { find: /^pdfjs-dist$/, replacement: 'pdfjs-dist/legacy/build/pdf.mjs' },
            // The package exports only the development build.
            ...(command === 'build'
              ? [
                  { find: /^react-router$/, replacement: join(ROUTER, 'index.mjs') },
                  { find: /^react-router\/dom$/, replacement: join(ROUTER, 'dom-export.mjs') },
                ]
              : []),
          ],
        },
        plugins: [react(), lightEndpoints(), pdfjsFiles(), brotli()],
        build: {
          outDir: 'dist/web',
          manifest: true,
          modulePreload: { polyfill: false },
          // Inlined fonts and pictures could be neither preloaded nor cached, and the page's policy forbids most of them.
          assetsInlineLimit: 0,
          rolldownOptions: {
            output: {
              // Vite alone would make some 70 small files a page. No group may import one that imports it.
              codeSplitting: {
                groups: [
                  { name: 'vendor', test: VENDOR, priority: 1 },
                  { name: 'contract', test: /\/src\/shared\/contract\//, minShareCount: 8 },
                  { name: 'schemas', test: SCHEMAS, priority: 1, includeDependenciesRecursively: false },
                  {
                    name: (id) => /([\w-]+)\.api\.ts$/.exec(id)?.[1] ?? null,
                    priority: 1,
                    includeDependenciesRecursively: false,
                  },
                  { name: 'common', test: /\/src\//, minShareCount: 8 },
                ],
              },
            },
          },
        },
      },
)
