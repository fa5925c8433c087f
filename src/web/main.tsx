import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createPath } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { router } from './router.tsx'

const RELOADED_FOR = 'roomfolio.reloaded-for'

// An upgrade took away a chunk that this page was to load: the address being opened is loaded with the new app, once for
// each build. A chunk that is missing even then is shown as an error.
addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem(RELOADED_FOR) === import.meta.url) return
  sessionStorage.setItem(RELOADED_FOR, import.meta.url)
  event.preventDefault()
  const opening = router.state.navigation.location
  if (opening) location.assign(createPath(opening))
  else location.reload()
})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element "root".')

// React adds each page's title behind this one, and a browser shows the first.
document.querySelector('title')?.remove()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
