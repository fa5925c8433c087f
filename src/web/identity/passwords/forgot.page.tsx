import { Suspense, use } from 'react'
import { useLoaderData } from 'react-router'
import { forgot } from '../../../shared/identity/auth.api.ts'
import { fieldSentences } from '../../../shared/contract/problem.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { pendingSite, type PendingSite } from '../../public/pending-site.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useFirstFocus } from '../../lib/focus/use-first-focus.ts'
import { useForm } from '../../lib/forms/use-form.ts'

const EMPTY = { user: '' }

const problemsOf = (texts: Readonly<typeof EMPTY>) => {
  const parsed = forgot.body.safeParse(texts)
  return parsed.success ? {} : fieldSentences(parsed.error.issues)
}

const saidByServer = (serverText: string): string => serverText

const failureOf = (error: unknown): string =>
  sentence(error, { 409: saidByServer, 429: saidByServer, 503: saidByServer, other: 'Unable to send the email' })

export const loader = () => ({ site: pendingSite() })

export const Component = () => {
  const { site } = useLoaderData<typeof loader>()
  const form = useForm(EMPTY, problemsOf)
  useFirstFocus(form, 'user')

  const onSubmit = () => void form.submit('Send', () => call(forgot, { body: form.texts }), failureOf)

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
            <Button type="submit" kind="primary" busy={form.pressed !== undefined}>
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
