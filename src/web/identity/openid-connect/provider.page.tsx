import { Suspense, use, useState } from 'react'
import { Link, redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { linkProvider, logInAtProvider } from '../../../shared/identity/openid-connect.api.ts'
import { landingOf } from '../../lib/guard.ts'
import { call } from '../../lib/call.ts'
import { ApiError, asIs, sentence } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { pendingSite, type PendingSite } from '../../lib/pending-site.ts'
import { currentSession, enter } from '../../lib/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { FormCell, FormGrid } from '../../ui/forms/form-grid.tsx'
import { Message } from '../../ui/message.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { takeLogin, type KeptLogin } from './kept-login.ts'

interface ToLink {
  ticket: string
  user: string
  text: string
  kept: KeptLogin
  site: PendingSite
}

const wayBack = () => `${paths.login()}?own=1`

/** Where the provider leads back to. */
export const loader = async ({ request: { url } }: LoaderFunctionArgs) => {
  const kept = takeLogin()
  if (!kept) {
    // An old answer, from the history or a bookmark: users who are logged in need no other.
    const session = await currentSession().catch((error: unknown) => console.error(error))
    if (session) return redirect(landingOf(session, null))
    return { failure: 'Please log in again.' }
  }
  const { from, ...sent } = kept
  try {
    const session = await call(logInAtProvider, { body: { ...sent, answer: new URL(url).search.slice(1) } })
    enter(session)
    return redirect(landingOf(session, { ...(from !== undefined && { from }) }))
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'link_first' || error.code === 'link_other')) {
      const { ticket, user } = error.body as { ticket: string; user: string }
      return { link: { ticket, user, text: error.message, kept, site: pendingSite() } satisfies ToLink }
    }
    return { failure: sentence(error, { other: asIs }) }
  }
}

type Loaded = Exclude<Awaited<ReturnType<typeof loader>>, Response>

export const Component = () => {
  // The provider's answer works once, so nothing that loads later replaces it.
  const [{ link, failure }] = useState(useLoaderData<Loaded>())
  return (
    <Page width="form">
      <title>Log In · Roomfolio</title>
      <PageHeader title="Log In" />
      {link ? (
        <LinkAccount {...link} />
      ) : (
        <>
          <Message kind="error">{failure}</Message>
          <LinkButton to={wayBack()}>Back to Log In</LinkButton>
        </>
      )}
    </Page>
  )
}

const EMPTY = { pwd: '', code: '' }

/** An email address is no proof, so the account's password has to follow once. */
const LinkAccount = ({ ticket, user, text, kept: { remember, from }, site }: ToLink) => {
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm(EMPTY, ({ pwd }) => ({
    ...(pwd === '' && { pwd: SENTENCES.required }),
  }))

  const send = async () => {
    const { pwd, code } = form.values
    const session = await call(linkProvider, { body: { ticket, pwd, ...(code && { code }), remember } })
    enter(session)
    return { message: 'Logged in', to: landingOf(session, { ...(from !== undefined && { from }) }) }
  }

  const onSubmit = () =>
    form.submit('Link', send, (error) => {
      if (error instanceof ApiError && error.code === 'code_required') setAsksCode(true)
      return sentence(error, { other: asIs })
    })

  return (
    <FormCard
      form={form}
      onSubmit={onSubmit}
      footer={
        <FormFooter>
          <LinkButton to={wayBack()}>Back to Log In</LinkButton>
          <Button type="submit" kind="primary" busy={form.busy}>
            Log In
          </Button>
        </FormFooter>
      }
    >
      <p>{text}</p>
      <Suspense>
        <WithoutPassword site={site} />
      </Suspense>
      <FormGrid>
        <FormCell span="full">
          <input type="text" name="user" autoComplete="username" value={user} readOnly hidden />
          <PasswordField label={`Password of ${user}`} autoComplete="current-password" {...form.field('pwd')} />
        </FormCell>
        {asksCode && (
          <FormCell span="full">
            <TextField
              label="Code"
              hint="From your authenticator app, or a recovery code."
              autoComplete="one-time-code"
              {...form.field('code')}
            />
          </FormCell>
        )}
      </FormGrid>
    </FormCard>
  )
}

/** Accounts that were made at a provider have none. */
const WithoutPassword = ({ site }: { site: PendingSite }) => {
  const known = use(site)
  if (!known) return null
  return (
    <p className="muted">
      {known.sendsMail || known.mailFails ? (
        <>
          No password, or forgot it? Set one with <Link to={paths.forgot()}>Forgot Password</Link>, then log in again.
        </>
      ) : (
        'No password, or forgot it? Ask your administrator to set one, then log in again.'
      )}
    </p>
  )
}
