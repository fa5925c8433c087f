import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element "root".')

// React adds each page's title behind this one, and a browser shows the first.
document.querySelector('title')?.remove()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
