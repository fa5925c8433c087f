import '../ui/styles/styles.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { noteBrokenStyles } from '../lib/load-code.ts'
import { queryClient, retryUntilOnline } from '../lib/query-client.ts'
import { ready } from '../lib/prerendered.ts'
import { createAppRouter } from './router.tsx'
import { startTheme } from '../ui/theme.ts'
import { surviveTranslation } from '../ui/translated-pages.ts'
import { trackTyping } from '../ui/typing.ts'

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

/** What can be read already stays while no server answers. */
const takeOver = async (): Promise<void> => {
  await retryUntilOnline(codeOfReadyPage)
  hydrateRoot(root, app)
}

if (ready) {
  takeOver().catch(console.error)
} else {
  // React adds each page's title behind this one, and a browser shows the first.
  document.querySelector('title')?.remove()
  root.replaceChildren()
  delete document.documentElement.dataset.unready
  // Mostly the first page is there at once, and then it is drawn once and not after a sign that it is loading.
  const loaded = new Promise((resolve) => router.subscribe(({ initialized }) => initialized && resolve(undefined)))
  const waited = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  void Promise.race([loaded, waited]).then(() => createRoot(root).render(app))
}

if (import.meta.env.DEV) {
  const { ReactQueryDevtools } = await import('@tanstack/react-query-devtools')
  const element = document.body.appendChild(document.createElement('div'))
  createRoot(element).render(<ReactQueryDevtools client={queryClient()} />)
}
