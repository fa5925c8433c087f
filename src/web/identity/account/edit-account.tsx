import { useState } from 'react'
import { isSameEmail, updateMyAccount, type Account, type MyAccount } from '../../../shared/identity/account.api.ts'
import { accountInputs } from '../../../shared/identity/account.schema.ts'
import { fieldSentences } from '../../../shared/contract/problem.ts'
import { emailAddress } from '../../../shared/contract/text.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { call } from '../../lib/call.ts'
import { AddressFields } from '../../ui/forms/address-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormCell, FormGrid } from '../../ui/forms/form-grid.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { NOTHING_TO_SAVE, useForm } from '../../lib/forms/use-form.ts'
import { accountFailure } from './account-failure.ts'

const textsOf = ({ email, phone, firstName, lastName, company, address, address2, city, state, zip }: Account) => ({
  email,
  phone,
  first: firstName,
  last: lastName,
  company,
  address,
  address2,
  city,
  state,
  zip,
})
type Kept = ReturnType<typeof textsOf>
/** Changing the email address also needs the password. */
type Texts = Kept & { currentPass: string }

/** An invalid address does not count yet: its own error comes first. */
const changesEmail = (kept: Kept, stored: Kept): boolean =>
  emailAddress.safeParse(kept.email).success && !isSameEmail(kept.email, stored.email)

const problemsOf = ({ currentPass, ...kept }: Texts, stored: Kept): Readonly<Record<string, string>> => {
  const parsed = accountInputs.safeParse(kept)
  return {
    ...(!parsed.success && fieldSentences(parsed.error.issues)),
    ...(currentPass === '' && changesEmail(kept, stored) && { currentPass: SENTENCES.required }),
  }
}

/** The texts as the server stores them. */
const asStored = (kept: Kept): Kept => {
  const { company = '', address2 = '', ...others } = accountInputs.parse(kept)
  return { ...others, company, address2 }
}

const CONFIRMED = 'You have confirmed this address.'
const UNCONFIRMED = 'Not confirmed yet. Your first invitation or reminder sends you a link.'

/** The Edit Account form: whether it has unsaved changes, and when the email address changed. */
export const useEditAccount = (account: MyAccount, onMoved: () => void) => {
  const [stored, setStored] = useState(textsOf(account))
  const [isConfirmed, setConfirmed] = useState(account.emailConfirmed)
  const form = useForm({ ...stored, currentPass: '' }, (values) => problemsOf(values, stored), 'edits', 'account')
  const { currentPass, ...kept } = form.values
  const movesEmail = changesEmail(kept, stored)

  const save = () =>
    form.submit(
      'update',
      async () => {
        const inputs = { user: account.username, ...kept }
        const answer = await call(updateMyAccount, { body: { inputs, ...(movesEmail && { currentPass }) } })
        setStored(asStored(kept))
        if (movesEmail) {
          setConfirmed((before) => before && false)
          onMoved()
        }
        return answer
      },
      accountFailure,
    )

  /** The address was changed elsewhere on the page. */
  const noteMoved = (email: string) => {
    setStored((before) => ({ ...before, email }))
    form.put({ email })
    setConfirmed((before) => (before === null ? null : true))
    onMoved()
  }

  const isFieldChanged = (name: keyof Kept) => kept[name] !== stored[name]

  return {
    ...form,
    username: account.username,
    password: movesEmail ? { ...form.field('currentPass'), changed: undefined } : undefined,
    emailHint: isFieldChanged('email') || isConfirmed === null ? undefined : isConfirmed ? CONFIRMED : UNCONFIRMED,
    isChanged: (Object.keys(stored) as (keyof Kept)[]).some(isFieldChanged),
    save,
    email: stored.email,
    noteMoved,
  }
}

export const EditAccount = ({ form }: { form: ReturnType<typeof useEditAccount> }) => {
  const { username, field, emailHint, password, save, busy, isChanged } = form
  return (
    <FormSection title="Edit Account" help="We never sell or pass on what you enter here.">
      <Form form={form} onSubmit={save}>
        <FormGrid>
          <FormCell span="full">
            <TextField
              label="Username"
              name="user"
              autoComplete="username"
              readOnly
              value={username}
              onChange={() => {}}
            />
          </FormCell>
          <TextField label="Email Address" type="email" autoComplete="email" hint={emailHint} {...field('email')} />
          <TextField label="Phone Number" type="tel" autoComplete="tel" {...field('phone')} />
          {password && (
            <FormCell span="full">
              <PasswordField
                label="Current Password"
                hint="Needed to change your email. We’ll notify your old address."
                autoComplete="current-password"
                {...password}
              />
            </FormCell>
          )}
          <TextField label="First Name" autoComplete="given-name" {...field('first')} />
          <TextField label="Last Name" autoComplete="family-name" {...field('last')} />
          <FormCell span="full">
            <TextField label="Company" optional autoComplete="organization" {...field('company')} />
          </FormCell>
          <AddressFields field={field} />
        </FormGrid>
        <div className="row wrap gap-8 mt-24 wide-buttons">
          <Button type="submit" kind="primary" incomplete={!isChanged} busy={busy}>
            Update Account
          </Button>
          <span className="faint small">{isChanged ? 'Unsaved changes' : NOTHING_TO_SAVE}</span>
        </div>
      </Form>
    </FormSection>
  )
}
