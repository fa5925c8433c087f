import { Suspense, use } from 'react'
import { useLoaderData } from 'react-router'
import { forgotInputs } from '../../../shared/identity/account.schema.ts'
import { forgot } from '../../../shared/identity/auth.api.ts'
import { call } from '../../lib/call.ts'
import { asIs } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { pendingSite, type PendingSite } from '../../lib/pending-site.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useFirstFocus } from '../../lib/focus/use-first-focus.ts'
import { problemsBy } from '../../lib/forms/problems-by.ts'
import { useForm } from '../../lib/forms/use-form.ts'

const EMPTY = { user: '' }

const FAILURE = { 409: asIs, 429: asIs, 503: asIs, other: 'Unable to send the email' }

export const loader = () => ({ site: pendingSite() })

export const Component = () => {
  const { site } = useLoaderData<typeof loader>()
  const form = useForm(EMPTY, problemsBy(forgotInputs))
  useFirstFocus(form, 'user')

  const onSubmit = () => form.submit('Send', () => call(forgot, { body: form.values }), FAILURE)

  return (
    <Page width="form">
      <title>Forgot Password · Roomfolio</title>
      <PageHeader
        title="Forgot Password"
        sub="We’ll email you a link to reset your password. It works once and expires in an hour."
      />
      <FormCard
        form={form}
        onSubmit={onSubmit}
        footer={
          <FormFooter
            end={
              <LinkButton kind="quiet" to={paths.login()}>
                Log In
              </LinkButton>
            }
          >
            <Button type="submit" kind="primary" busy={form.busy}>
              Send Link
            </Button>
          </FormFooter>
        }
      >
        {!form.answer && (
          <Suspense>
            <MailFails site={site} />
          </Suspense>
        )}
        <TextField
          label="Username or Email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('user')}
        />
      </FormCard>
    </Page>
  )
}

/** Warns users before they wait for a mail that will not come. */
const MailFails = ({ site }: { site: PendingSite }) =>
  use(site)?.mailFails && (
    <Message kind="warning" isNote>
      Email can’t be sent right now. Please try again in a few minutes.
    </Message>
  )
