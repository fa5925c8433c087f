import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { hasLoaded } from '../lib/prerendered.ts'
import { lazyDecoration } from '../ui/lazy-decoration.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconArrowLeft } from '../ui/icons.tsx'
import { Page } from '../ui/page.tsx'
import { useGoBack } from '../lib/use-go-back.ts'

/** Seldom seen, so no part of the first page. */
const NothingHereDrawing = lazyDecoration(
  async () => (await import('../ui/drawings/nothing-here.tsx')).NothingHereDrawing,
)

export const NotFoundPage = () => {
  const goBack = useGoBack()
  useEffect(hasLoaded, [])
  return (
    <Page>
      <title>Not Found · Roomfolio</title>
      <EmptyState
        heading="h1"
        drawing={<NothingHereDrawing />}
        title="There's nothing here"
        help="Check the address, or it may have been deleted."
      >
        <Button kind="primary" icon={<IconArrowLeft />} onClick={goBack}>
          Go Back
        </Button>
      </EmptyState>
    </Page>
  )
}
