import { PAGES } from '../../shared/contract/pages.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { lazyDecoration } from '../ui/lazy-decoration.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconArrowLeft } from '../ui/icons.tsx'
import { Page } from '../ui/page/page.tsx'
import { useGoBack } from '../lib/use-go-back.ts'
import { mayOpen } from '../lib/guard.ts'

/** Seldom seen, so no part of the first page. */
const NothingHereDrawing = lazyDecoration(
  async () => (await import('../ui/drawings/nothing-here.tsx')).NothingHereDrawing,
)

export const NotFoundPage = () => {
  const goBack = useGoBack()
  const session = useSession() ?? null
  return (
    <Page>
      <title>Not Found · Roomfolio</title>
      <EmptyState
        heading="h1"
        drawing={<NothingHereDrawing />}
        title="There's nothing here"
        help="The address may be wrong, or the page was deleted."
      >
        <Button kind="primary" icon={<IconArrowLeft />} onClick={goBack}>
          Go Back
        </Button>
        {session && mayOpen(session, PAGES.trash) && <LinkButton to={paths.trash()}>Open Trash</LinkButton>}
      </EmptyState>
    </Page>
  )
}
