import { useNavigate } from 'react-router'
import { hasRole, SHAPES_STRUCTURE } from '../../shared/contract/roles.ts'
import { useSession } from '../lib/session.ts'
import { paths } from '../lib/paths.ts'
import { messageWithPricing } from '../ui/pricing-hint.tsx'
import { useAskBeforeUnload } from '../lib/forms/ask-before-unload.ts'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { FileDrop } from '../ui/files/file-drop.tsx'
import { FormFooter } from '../ui/forms/form-footer.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { toast } from '../lib/toasts.ts'
import { useGoBack } from '../lib/use-go-back.ts'
import { ReportOfImport } from './import-report.tsx'
import { isReportEmpty, useImport } from './use-import-project.ts'

export const Component = () => {
  const navigate = useNavigate()
  const goBack = useGoBack(paths.selectProject())
  const session = useSession()
  const { state, choose, keep, add, cancel } = useImport(({ projectID, message, report }) => {
    toast({ kind: 'success', text: message })
    if (isReportEmpty(report)) void navigate(paths.projectHome(projectID), { replace: true })
  })
  useAskBeforeUnload(state.step === 'send')
  const mayAdd = session && hasRole(session.roles, SHAPES_STRUCTURE)
  return (
    <Page width="form">
      <title>Import a Project · Roomfolio</title>
      <Breadcrumbs items={[{ name: 'Home', to: paths.selectProject() }, { name: 'Import a Project' }]} />
      <PageHeader
        title="Import a Project"
        sub="Upload a project ZIP made with Download Project, from here or another Roomfolio server."
      />
      <Card>
        {state.step === 'choose' && (
          <>
            <CardBody>
              {state.words && <Message kind="error">{messageWithPricing(state.failure, state.words)}</Message>}
              <FileDrop
                label="Choose File"
                one
                hint="or drop it here. We check the whole file before creating anything."
                onFiles={({ files: [file] }) => file && choose(file)}
              />
            </CardBody>
            <FormFooter
              end={
                <Button kind="quiet" onClick={goBack}>
                  Go Back
                </Button>
              }
            >
              {null}
            </FormFooter>
          </>
        )}
        {state.step === 'send' && (
          <>
            <CardBody>
              <div className="grid gap-12">
                <p role="status">
                  {state.progress < 1 ? `Sending ${state.name}…` : `Checking and importing ${state.name}…`}
                </p>
                {state.progress < 1 ? (
                  <progress aria-label={`Sending ${state.name}`} max={1} value={state.progress} />
                ) : (
                  <progress aria-label={`Importing ${state.name}`} />
                )}
              </div>
            </CardBody>
            <FormFooter>
              <Button onClick={cancel}>Cancel</Button>
            </FormFooter>
          </>
        )}
        {state.step === 'decide' && (
          <>
            <CardBody>
              <Message kind="warning">
                Some of this project doesn’t match the room types here. Nothing imported yet.
              </Message>
              <ReportOfImport report={state.report} />
            </CardBody>
            <FormFooter
              end={
                <Button kind="quiet" onClick={cancel}>
                  Cancel
                </Button>
              }
            >
              {mayAdd && state.report.structure ? (
                <>
                  <Button kind="primary" onClick={() => add(state.file, state.report)}>
                    Add to Structure and Import
                  </Button>
                  <Button onClick={() => keep(state.file)}>Import Anyway</Button>
                </>
              ) : (
                <Button kind="primary" onClick={() => keep(state.file)}>
                  Import Anyway
                </Button>
              )}
            </FormFooter>
          </>
        )}
        {state.step === 'done' && (
          <>
            <CardBody>
              <Message kind="success">{state.imported.message}</Message>
              <ReportOfImport report={state.imported.report} />
            </CardBody>
            <FormFooter>
              <LinkButton kind="primary" to={paths.projectHome(state.imported.projectID)}>
                Open Project
              </LinkButton>
            </FormFooter>
          </>
        )}
      </Card>
    </Page>
  )
}
