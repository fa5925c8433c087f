import { useState } from 'react'
import { redirect, useLoaderData, useLocation, type LoaderFunctionArgs } from 'react-router'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { getMyAccount } from '../../../shared/identity/account.api.ts'
import { newSecondFactor, turnOnSecondFactor } from '../../../shared/identity/second-factor.api.ts'
import { landingOf, type Remembered } from '../../lib/guard.ts'
import { call } from '../../lib/call.ts'
import { asIs } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { currentSession, noteSetupDone } from '../../lib/session.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { QRCode } from '../../ui/qr-code.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy/copy-button.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { FormCell, FormGrid } from '../../ui/forms/form-grid.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { CurrentPasswordField } from '../passwords/new-password-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './second-factor.module.css'

/** For users who turn it on, by choice or because it is required. */
export const loader = async ({ request: { signal } }: LoaderFunctionArgs) => {
  const session = await currentSession()
  if (!session) return redirect(paths.login())
  if ((await call(getMyAccount, undefined, { signal })).secondFactor) return redirect(landingOf(session, null))
  return { session, made: await call(newSecondFactor, undefined, { signal }) }
}

const EMPTY = { code: '', currentPass: '' }
type Texts = Readonly<typeof EMPTY>

const problemsOf = ({ code, currentPass }: Texts) => ({
  ...(code.trim() === '' && { code: SENTENCES.required }),
  ...(currentPass === '' && { currentPass: SENTENCES.required }),
})

export const Component = () => {
  const loaded = useLoaderData<Exclude<Awaited<ReturnType<typeof loader>>, Response>>()
  // Reloading the loader's data must not replace the key that was scanned.
  const [{ session, made }] = useState(loaded)
  const [codes, setCodes] = useState<readonly string[]>()
  const remembered = useLocation().state as Remembered | null
  const form = useForm(EMPTY, problemsOf)

  const send = async () => {
    const { recoveryCodes } = await call(turnOnSecondFactor, { body: { secret: made.secret, ...form.values } })
    noteSetupDone('mustSetUpSecondFactor')
    setCodes(recoveryCodes)
    return undefined
  }

  const onSubmit = () =>
    form.submit('Turn On', send, { 401: asIs, 409: asIs, 429: asIs, other: 'Couldn’t turn on the second factor' })

  return (
    <Page width="form">
      <title>Second Factor · Roomfolio</title>
      {codes ? (
        <>
          <PageHeader title="Recovery Codes" sub="Your second factor is on." />
          <Card>
            <CardBody>
              <RecoveryCodes codes={codes} />
            </CardBody>
            <FormFooter>
              <LinkButton kind="primary" to={landingOf(session, remembered)}>
                I’ve Saved Them
              </LinkButton>
            </FormFooter>
          </Card>
        </>
      ) : (
        <>
          {!session.mustSetUpSecondFactor && (
            <Breadcrumbs items={[{ name: 'My Account', to: paths.account() }, { name: 'Second Factor' }]} />
          )}
          <PageHeader
            title="Second Factor"
            sub={
              session.mustSetUpSecondFactor
                ? 'Your administrator requires a second factor. Set it up to continue.'
                : 'From now on, logging in also takes a code from an app on your phone.'
            }
          />
          <FormCard form={form} onSubmit={onSubmit} action="Turn On Second Factor">
            <p>Scan this code with an authenticator app, such as Aegis, 2FAS, or Google Authenticator.</p>
            <div className="row wrap gap-24 mt-16 mb-24">
              <div className={styles.qr}>
                <QRCode address={made.address} label="QR code for your authenticator app" />
              </div>
              <div className="grow-180">
                <p>Can’t scan it? Enter this key:</p>
                <p className={classNames('row relative mt-4 mb-12', styles.key)}>
                  <span>{made.secret.replace(/.{4}(?=.)/g, '$& ')}</span>
                  <CopyButton text={made.secret} />
                </p>
                <a href={made.address}>Open an app on this device</a>
              </div>
            </div>
            <FormGrid>
              <FormCell span="full">
                <TextField
                  label="Code"
                  hint="The six digits the app shows now."
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  {...form.field('code')}
                />
              </FormCell>
              <CurrentPasswordField username={session.user} field={form.field('currentPass')} />
            </FormGrid>
          </FormCard>
        </>
      )}
    </Page>
  )
}
