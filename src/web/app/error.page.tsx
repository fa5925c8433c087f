import { createPath, isRouteErrorResponse, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router'
import { ApiError, isNothingHere } from '../lib/errors.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './error.module.css'
import { NotFoundPage } from './not-found.page.tsx'
import { paths } from '../lib/paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { lazyDecoration } from '../ui/lazy-decoration.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page/page.tsx'

/** Seldom seen, so no part of the first page. */
const ErrorDrawing = lazyDecoration(async () => (await import('../ui/drawings/error.tsx')).ErrorDrawing)

/** The page was opened at an address that the server does not accept; the server's sentence says what to set. */
const isOtherAddress = (error: unknown): boolean => error instanceof ApiError && error.code === 'foreign_origin'

/** A status with its text, or a message. */
const wordsOf = (error: unknown): string => {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  if (error instanceof ApiError) return isOtherAddress(error) ? error.message : `${error.status} ${error.message}`
  return error instanceof Error ? error.message : String(error)
}

/** The screen of every error that a page or its loader throws. */
export const ErrorPage = () => {
  const error = useRouteError()
  if (isNothingHere(error)) return <NotFoundPage />
  return (
    <Page>
      <title>Error · Roomfolio</title>
      <EmptyState
        heading="h1"
        drawing={<ErrorDrawing />}
        title={isOtherAddress(error) ? 'This address doesn’t work yet' : 'Unexpected Application Error!'}
        help={wordsOf(error)}
      >
        <TryAgain />
        <LinkButton to={paths.home()}>Home</LinkButton>
      </EmptyState>
      {error instanceof Error && error.stack && !isOtherAddress(error) && (
        <pre
          className={classNames('muted small round', styles.stack)}
          role="region"
          aria-label="Stack trace"
          tabIndex={0}
        >
          {error.stack}
        </pre>
      )}
    </Page>
  )
}

/** Reloads the address, and shows it if that succeeds. */
const TryAgain = () => {
  const here = useLocation()
  const navigate = useNavigate()
  const busy = useNavigation().state !== 'idle'
  return (
    <Button
      kind="primary"
      busy={busy}
      onClick={() => void navigate(createPath(here), { replace: true, state: here.state as unknown })}
    >
      Try Again
    </Button>
  )
}
