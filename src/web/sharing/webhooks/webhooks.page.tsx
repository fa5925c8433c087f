import { useState } from 'react'
import { redirect, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { listWebhooks, removeWebhook, testWebhook, type Webhook } from '../../../shared/sharing/webhooks.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { focusHeading } from '../../lib/focus/focus-heading.ts'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { redirectTemplate } from '../../projects/templates/redirect-template.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy/code.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../lib/toasts.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookRow } from './webhook-row.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  const asked = call(listWebhooks, { query: { projectID } }, { signal: request.signal })
  return { ...(await asked.catch(redirectTemplate(projectID))), projectID }
}

export const Component = () => {
  const { projectID, projectName, webhooks } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const [secret, setSecret] = useState<string>()
  const [removing, setRemoving] = useState<Webhook>()

  const act = async (work: Promise<{ message: string }>, failure: string) => {
    try {
      toast({ kind: 'success', text: (await work).message })
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, { 404: 'It no longer exists', other: failure }) })
    }
    void revalidate()
  }

  const remove = async ({ webhookID }: Webhook) => {
    const answer = await call(removeWebhook, { query: { webhookID } })
    // The focused button disappears with its row.
    focusHeading()
    return answer
  }

  return (
    <Page width="form">
      <title>{`Webhooks · ${projectName} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          { name: 'Webhooks' },
        ]}
      />
      <PageHeader title="Webhooks" sub="Tell another program, such as n8n, when something changes in this project." />
      {webhooks.length > 0 && (
        <FormSection title="Your Webhooks" help="If a message doesn’t arrive, we keep trying for a day.">
          <ul aria-label="Your Webhooks" className="sheet ruled">
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.webhookID}
                webhook={webhook}
                onTest={() =>
                  void act(call(testWebhook, { body: { webhookID: webhook.webhookID } }), 'Unable to send the test')
                }
                onRemove={() => setRemoving(webhook)}
              />
            ))}
          </ul>
          <div className="row mt-12">
            <Button small onClick={() => void revalidate()}>
              Refresh
            </Button>
          </div>
        </FormSection>
      )}
      <FormSection
        title="New Webhook"
        help="Messages say what happened, where, and by whom. They’re signed (Standard Webhooks), so the program can check that they come from Roomfolio."
      >
        <WebhookForm
          projectID={projectID}
          onMade={(made) => {
            setSecret(made)
            void revalidate()
          }}
        />
      </FormSection>
      {secret !== undefined && (
        <Dialog
          title="Webhook Secret"
          open
          onClose={() => setSecret(undefined)}
          actions={
            <Button kind="primary" onClick={() => setSecret(undefined)}>
              I’ve Saved It
            </Button>
          }
        >
          <Message kind="warning" isNote>
            Copy the secret now. It won’t be shown again.
          </Message>
          <Code name="secret" text={secret} />
          <p>The other program needs it to check that a message comes from here.</p>
        </Dialog>
      )}
      <QuestionDialog
        question={
          removing && {
            title: 'Remove This Webhook?',
            text: `${removing.address} won’t get any more messages.`,
            confirmLabel: 'Remove Webhook',
            onYes: () => void act(remove(removing), 'Unable to remove the webhook'),
          }
        }
        onAnswered={() => setRemoving(undefined)}
      />
    </Page>
  )
}
