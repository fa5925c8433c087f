import type { ReactNode } from 'react'

/** The canvas of every drawing: 260 × 170, hidden from screen readers because the text beside it says everything. */
export const Drawing = ({ children }: { children: ReactNode }) => (
  <svg className="full auto-height" viewBox="0 0 260 170" aria-hidden="true">
    {children}
  </svg>
)
