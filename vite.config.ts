import react from '@vitejs/plugin-react'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { classNames } from './vite/class-names.ts'
import { earlyScript } from './vite/early-script.ts'
import { brotli } from './vite/brotli.ts'
import { pdfjsFiles } from './vite/pdfjs-files.ts'
import { withBlankPath } from './vite/blank-path.ts'
import { withoutDocumentation } from './vite/without-documentation.ts'

/** What runs by itself on the server; each becomes a file of dist/server. */
const SERVER_ENTRIES = [
  'main',
  'role',
  'password',
  'user',
  'structure',
  'files',
  'facts',
  'search',
  'backup',
  'restore',
  'picture-maker',
  'text-reader',
  'sheet-reader',
  'paper-maker',
  'demo',
]

const serverInput = () =>
  Object.fromEntries(
    SERVER_ENTRIES.map((name) => [name, `src/server/${name}.ts`] as const).filter(([, file]) => existsSync(file)),
  )

/** React Router's package leads every bundler to its code for development, which warns of what its users do wrong. */
const productionRouter = ['react-router', 'react-router/dom'].map((find) => ({
  find: new RegExp(`^${find}$`),
  replacement: fileURLToPath(import.meta.resolve(find).replace('/development/', '/production/')),
}))

/** What only pages behind the login share, beside the icons that they alone have. */
const OF_PROJECTS =
  /\/src\/(?:shared\/(?:files|item-title|items|order|rights|room-structure|rooms|sample|trash)\.|web\/(?:api\/fetch-with-progress|counted|covers|files|go-to-field|inbox\/inbox-path|items|pricing-hint|projects|query-id|rooms|templates\/or-to-template|trash|use-save-key)|web\/ui\/(?:breadcrumbs|category-icon|chip|given-files|title-block|use-media)\.)/

/** What a few pages share and no first visit to a home page or a room needs, the search among it: chunks of their own. */
const OF_FEW =
  /\/src\/(?:shared\/(?:account|calendar|copies|covers|dates|inbox|emergency|gaps|label-columns|links|links-in|moves|others|papers|phone-number|projects|search|several|sheets|recurrence|reminders|revisions|day|tasks|templates|undo|upcoming|usual-size)\.|web\/(?:copies\/|emergency\/|gaps\/|inbox\/(?!inbox-path)|moves\/|others\/|search\/|several\/|sheets\/|own-order\/|papers\/|reminders\/|revisions\/|tasks\/|templates\/(?!or-to-template)|undo\/|upcoming\/|(?:auth\/new-password[^.]*|layout\/admin-nav|kept-answers|files\/(?:listed-uploads|preview-failure|previewer|save|use-large-view)|items\/(?:categories|item-values|linked-text|list-parts|notes|values-of|shown-value)|site\/contact|ui\/(?:address-fields|badge|card-link|checkbox|copy-button|copy-text|drawings\/drawing|file-drop|menu|password-field|question-dialog|select|staying-dialog|tag|time|upload-list|use-copied))(?:\.module)?\.))|\/Icon(?:ArrowDown|ArrowUp|ChevronLeft|Copy|Download|Eye|EyeOff|File|FileTypePdf|Folder|Home|Mail|Phone|Receipt|Refresh|Search)\.mjs/

/** What adds files, on a few pages, with the form of an item: one chunk, as each has its name in what every first visit loads. */
const OF_UPLOADS =
  /\/src\/(?:shared\/(?:file-name|folded-words|suggestions)|web\/(?:api\/fetch-with-progress|files\/(?:files-for-item|telling-name|upload-limits|upload-queue|use-uploads)|items\/(?:entered-before|item-draft|item-fields|later-dates)|ui\/(?:combo-field|files-anywhere|given-files)(?:\.module)?))\./

/** What only the pages of administration share. */
const OF_ADMINISTRATION =
  /\/src\/(?:shared\/(?:stands-for|structure|name-key|wanted)|web\/(?:structure|people|overview|jobs|layout\/admin-nav|consultations\/consultation-list))/

/**
 * Beside one chunk a page: the libraries, which stay in the browser's cache over most upgrades, and what several pages
 * share, which would else be dozens of files of a few hundred bytes: once for everybody, once for who has projects.
 * The few that administer need no such chunk.
 * tests/web-size.test.ts holds the limits.
 */
const CHUNKS = [
  {
    name: 'vendor',
    test: /node_modules\/(?:react|react-dom|react-router|scheduler)\/|vite\/preload-helper/,
    priority: 2,
  },
  {
    name: 'common',
    test: (id: string) =>
      /\/src\/(?:shared|web)\//.test(id) &&
      ![OF_FEW, OF_PROJECTS, OF_UPLOADS, OF_ADMINISTRATION].some((others) => others.test(id)),
    minShareCount: 3,
    priority: 1,
  },
  {
    name: 'projects',
    test: (id: string) =>
      /\/src\/(?:shared|web)\/|\/@tabler\//.test(id) &&
      ![OF_FEW, OF_UPLOADS, OF_ADMINISTRATION].some((others) => others.test(id)),
    minShareCount: 3,
  },
  { name: 'use-uploads', test: OF_UPLOADS },
  // Every first visit loads the names of all files: of small ones that few pages share, these make one.
  { name: 'links', test: /\/src\/shared\/(?:covers|emergency|links)\.|\/Icon(?:Download|Folder|Refresh)\.mjs/ },
  { name: 'contact', test: /\/src\/web\/site\/contact|\/IconMail\.mjs/ },
  { name: 'paper-address', test: /\/src\/(?:shared\/(?:papers|stands-for)|web\/papers\/paper-address)\./ },
  { name: 'use-undo-event', test: /\/src\/web\/(?:undo\/use-undo-event|ui\/staying-dialog)\./ },
  // Together, for each file of its own has its name in what every first visit loads; login has the first one alone.
  { name: 'checkbox', test: /\/src\/web\/ui\/checkbox\./, priority: 1 },
  {
    name: 'select',
    test: /\/src\/(?:shared\/reminders|web\/(?:reminders\/(?:reminder-choices|reminders|use-reminders)|ui\/(?:address-fields|form-part|select|tag)))\./,
  },
]

/** `vite build` makes dist/web for the browser, `vite build --ssr` makes dist/server for Node. */
export default defineConfig(({ command, isSsrBuild }) =>
  isSsrBuild
    ? {
        build: {
          outDir: 'dist/server',
          target: 'node20',
          copyPublicDir: false,
          // In one folder: a program finds another beside itself (src/server/program.ts).
          rolldownOptions: { input: serverInput(), output: { chunkFileNames: '[name]-[hash].js' } },
        },
        // Built in, as it is into the web app: an installation needs no second copy, nor what that would draw with.
        // The others are hundreds of small files, which take most of a program's start.
        ssr: { noExternal: ['pdfjs-dist', 'kysely', 'zod', 'uqr'] },
      }
    : {
        ...(command === 'build' && withBlankPath),
        ...(command === 'build' && { resolve: { alias: productionRouter } }),
        css: { modules: classNames },
        plugins: [withoutDocumentation(), react(), earlyScript(), pdfjsFiles(), brotli()],
        build: {
          outDir: 'dist/web',
          manifest: true,
          modulePreload: { polyfill: false },
          // Inlined fonts and pictures could be neither preloaded nor cached, and the page's policy forbids most of them.
          assetsInlineLimit: 0,
          rolldownOptions: {
            output: {
              codeSplitting: { groups: CHUNKS },
              // Every first visit loads the names of all files: of a hash no more than tells builds apart.
              chunkFileNames: ({ name }) => `assets/${name.replace(/\.page$/, '')}-[hash:7].js`,
              // Fonts and pictures are called as in the build of the pages that are ready.
              assetFileNames: ({ names }) =>
                names.some((name) => name.endsWith('.css'))
                  ? 'assets/[name]-[hash:7][extname]'
                  : 'assets/[name]-[hash][extname]',
            },
          },
        },
      },
)
