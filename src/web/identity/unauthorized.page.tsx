import { Button } from '../ui/button.tsx'
import { NoPermissionDrawing } from '../ui/drawings/no-permission.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { IconArrowLeft } from '../ui/icons.tsx'
import { Page } from '../ui/page/page.tsx'
import { useGoBack } from '../lib/use-go-back.ts'

export const Component = () => {
  const goBack = useGoBack()
  return (
    <Page>
      <title>Unauthorized · Roomfolio</title>
      <EmptyState
        heading="h1"
        drawing={<NoPermissionDrawing />}
        title="You don't have permissions to do that with your account privileges."
      >
        <Button kind="primary" icon={<IconArrowLeft />} onClick={goBack}>
          Go Back
        </Button>
      </EmptyState>
    </Page>
  )
}
