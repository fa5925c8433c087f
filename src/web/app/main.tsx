import '../ui/styles/styles.css'
import fonts from '../ui/styles/fonts.css?url'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { noteBrokenStyles } from '../lib/load-code.ts'
import { queryClient, retryUntilOnline } from '../lib/query-client.ts'
import { ready } from '../lib/prerendered.ts'
import { KEPT } from '../lib/storage-keys.ts'
import { createAppRouter } from './router.tsx'
import { startTheme } from '../ui/theme/theme.ts'
import { surviveTranslation } from '../ui/translated-pages.ts'
import { trackTyping } from '../lib/typing.ts'

const PATIENCE_MS = 100

const root = document.getElementById('root') as HTMLElement

noteBrokenStyles()
trackTyping()
surviveTranslation()
startTheme()
const { router, codeOfReadyPage } = createAppRouter()
const app = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
)

/** Prerendered words stay while no server answers. */
const hydrate = async (): Promise<void> => {
  await retryUntilOnline(codeOfReadyPage)
  hydrateRoot(root, app)
}

const render = async (): Promise<void> => {
  // React adds each page's title behind this one, and a browser shows the first.
  document.querySelector('title')?.remove()
  root.replaceChildren()
  delete document.documentElement.dataset.unready
  const loaded = new Promise<void>((resolve) => {
    const look = ({ initialized }: { initialized: boolean }) => initialized && resolve()
    look(router.state)
    router.subscribe(look)
  })
  // Mostly the first page is there at once, and then it is drawn once and not after a sign that it is loading.
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
  createRoot(root).render(app)
  await loaded
}

/** Fonts come after the first page; later documents load them from the cache (index.html). */
const hasLoaded = (): void => {
  // Later calls want new answers.
  globalThis.early = undefined
  if (document.querySelector(`link[href="${fonts}"]`)) return
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: fonts }))
  try {
    localStorage.setItem(KEPT.fonts, fonts)
  } catch (error) {
    console.warn(error)
  }
}

void (ready ? hydrate() : render()).then(hasLoaded).catch(console.error)

if (import.meta.env.DEV) {
  const { ReactQueryDevtools } = await import('@tanstack/react-query-devtools')
  const element = document.body.appendChild(document.createElement('div'))
  createRoot(element).render(<ReactQueryDevtools client={queryClient()} />)
}
