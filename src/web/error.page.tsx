import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ApiError, isNothingHere } from './api/errors.ts'
import styles from './error.module.css'
import { NotFoundPage } from './not-found.page.tsx'
import { ErrorDrawing } from './ui/drawings/error.tsx'
import { EmptyState } from './ui/empty-state.tsx'
import { Page } from './ui/page.tsx'

/** A status with its text, or a message. */
const wordsOf = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  if (error instanceof ApiError) return `${error.status} ${error.message}`
  return error instanceof Error ? error.message : String(error)
}

/** The screen of every error that a page or its loader throws. */
export const ErrorPage = () => {
  const error = useRouteError()
  if (isNothingHere(error)) return <NotFoundPage />
  return (
    <Page>
      <title>Error · Roomfolio</title>
      <EmptyState heading="h1" drawing={<ErrorDrawing />} title="Unexpected Application Error!" help={wordsOf(error)} />
      {error instanceof Error && error.stack && (
        <pre className={styles.stack} role="region" aria-label="Stack trace" tabIndex={0}>
          {error.stack}
        </pre>
      )}
    </Page>
  )
}
