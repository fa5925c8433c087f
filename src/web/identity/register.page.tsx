import { Suspense, use, type ComponentProps } from 'react'
import { Link, useLoaderData, useLocation } from 'react-router'
import { registration } from '../../shared/identity/account.schema.ts'
import { register } from '../../shared/identity/auth.api.ts'
import { SENTENCES } from '../../shared/contract/text-rules.ts'
import { call } from '../lib/call.ts'
import { asIs } from '../lib/errors.ts'
import { linkToken } from '../lib/link-token.ts'
import { useReloadOnNewToken } from '../lib/load-token.ts'
import { paths } from '../lib/paths.ts'
import { isFeatureDisabled } from '../lib/feature-flags.ts'
import type { Remembered } from '../lib/guard.ts'
import { pendingSite, type PendingSite } from '../lib/pending-site.ts'
import { AddressFields } from '../ui/forms/address-fields.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { NoPermissionDrawing } from '../ui/drawings/no-permission.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Form } from '../ui/forms/form.tsx'
import { FormCell, FormGrid } from '../ui/forms/form-grid.tsx'
import { FormSection } from '../ui/forms/form-section.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { PasswordField } from '../ui/forms/password-field.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { useFirstFocus } from '../lib/focus/use-first-focus.ts'
import { problemsBy } from '../lib/forms/problems-by.ts'
import { useForm } from '../lib/forms/use-form.ts'

const EMPTY = {
  user: '',
  email: '',
  phone: '',
  first: '',
  last: '',
  company: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  pwd: '',
  confirmation: '',
  code: '',
}
type Texts = Readonly<typeof EMPTY>

const bodyOf = ({ user, pwd, confirmation: _, code, ...inputs }: Texts, invitation = '') => ({
  user,
  pwd,
  inputs,
  ...(code !== '' && { code }),
  ...(invitation !== '' && { invitation }),
})

const problemsOf = (texts: Texts): Readonly<Record<string, string>> => ({
  ...problemsBy(registration)(bodyOf(texts)),
  ...(texts.confirmation !== texts.pwd && { confirmation: SENTENCES.passwordsMatch }),
})

const FAILURE = {
  403: asIs,
  404: asIs,
  409: (serverText: string) => `Unable to create user: ${serverText}`,
  other: 'Registration failure',
}

const kept = linkToken('roomfolio.registration', 'invitation')

export const loader = () => ({ site: pendingSite(), invitation: kept.here() })

export const Component = () => {
  const { site, invitation: linked } = useLoaderData<typeof loader>()
  useReloadOnNewToken()
  const invitation = useRemembered()?.invitation ?? linked
  if (!isFeatureDisabled('sign-up')) return <Registration site={site} invitation={invitation} />
  return (
    <Suspense fallback={<Spinner />}>
      <ClosedRegistration site={site} invitation={invitation} />
    </Suspense>
  )
}

/** The page to return to after login, and an invitation token. */
const useRemembered = () => useLocation().state as (Remembered & { invitation?: string }) | null

interface RegistrationProps {
  site: PendingSite
  /** The token of the invitation link, or ''. */
  invitation: string
}

/** While there is no admin, registering here with the admin code is also possible. */
const ClosedRegistration = ({ site, invitation }: RegistrationProps) => {
  const known = use(site)
  const isByInvitation = known?.registration === 'invited'
  if (known?.asksAdminCode || (isByInvitation && invitation !== '')) {
    return <Registration site={site} invitation={invitation} />
  }
  return (
    <Page>
      <title>Registration · Roomfolio</title>
      <EmptyState
        heading="h1"
        drawing={<NoPermissionDrawing />}
        title={isByInvitation ? 'Registration is by invitation' : 'Registration is closed'}
        help={
          isByInvitation
            ? 'Have an invitation? Open its link. Otherwise, ask your administrator.'
            : 'Sign-ups are closed. Ask your administrator for an account.'
        }
      >
        <LinkButton kind="primary" to={paths.login()}>
          Log In
        </LinkButton>
        <LinkButton to={`${paths.help()}#contact`}>Contact</LinkButton>
      </EmptyState>
    </Page>
  )
}

const Registration = ({ site, invitation }: RegistrationProps) => {
  const form = useForm(EMPTY, problemsOf, 'enters', 'register')
  const { values, field } = form
  useFirstFocus(form, 'user')
  const from = useRemembered()?.from
  const backThere = from === undefined ? undefined : { from }
  const problems = problemsOf(values)
  const ready = !problems['user'] && !problems['pwd'] && !problems['confirmation']

  const send = async () => {
    await call(register, { body: bodyOf(values, invitation) })
    kept.forget()
    return { message: 'Registration Successful!', to: paths.login(), state: { ...backThere, user: values.user.trim() } }
  }

  return (
    <Page width="form">
      <title>Create New Account · Roomfolio</title>
      <PageHeader
        title="Create New Account"
        sub={
          <>
            Already have one?{' '}
            <Link to={paths.login()} state={backThere}>
              Log In
            </Link>
          </>
        }
      />
      <Form form={form} onSubmit={() => form.submit('Register', send, FAILURE)}>
        <FormSection title="You">
          <FormGrid>
            <FormCell span="full">
              <TextField
                label="Username"
                hint={
                  field('user').error === undefined &&
                  '4 to 24 letters, numbers, hyphens, or underscores, starting with a letter.'
                }
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                {...field('user')}
              />
            </FormCell>
            <TextField label="Email Address" type="email" autoComplete="email" {...field('email')} />
            <TextField label="Phone Number" type="tel" autoComplete="tel" {...field('phone')} />
            <TextField label="First Name" autoComplete="given-name" {...field('first')} />
            <TextField label="Last Name" autoComplete="family-name" {...field('last')} />
            <FormCell span="full">
              <TextField label="Company" optional autoComplete="organization" {...field('company')} />
            </FormCell>
          </FormGrid>
        </FormSection>
        <FormSection title="Address">
          <FormGrid>
            <AddressFields field={field} />
          </FormGrid>
        </FormSection>
        <FormSection title="Password" help="At least 8 characters.">
          <FormGrid>
            <PasswordField label="Password" autoComplete="new-password" {...field('pwd')} />
            <PasswordField label="Confirm Password" autoComplete="new-password" {...field('confirmation')} />
          </FormGrid>
        </FormSection>
        <Suspense>
          <AdminCode site={site} field={field('code')} />
        </Suspense>
        <div className="flex end wide-buttons">
          <Button type="submit" kind="primary" busy={form.busy} incomplete={!ready}>
            Register
          </Button>
        </div>
      </Form>
    </Page>
  )
}

interface AdminCodeProps {
  site: PendingSite
  field: Omit<ComponentProps<typeof TextField>, 'label'>
}

/** Shown only while the installation has no admin and strangers could reach this page first. */
const AdminCode = ({ site, field }: AdminCodeProps) =>
  use(site)?.asksAdminCode && (
    <FormSection
      title="First Administrator"
      help="No admin yet. Enter the setup code from the server’s startup log to become the admin."
    >
      <FormGrid>
        <TextField label="Code" optional autoComplete="off" autoCapitalize="none" spellCheck={false} {...field} />
      </FormGrid>
    </FormSection>
  )
