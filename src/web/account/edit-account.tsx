import { useState, type FormEvent } from 'react'
import { updateMyAccount, type Account } from '../../shared/account.ts'
import { accountInputs } from '../../shared/auth.ts'
import { fieldSentences } from '../../shared/problem.ts'
import { call } from '../api/call.ts'
import { AddressFields } from '../ui/address-fields.tsx'
import { Button } from '../ui/button.tsx'
import { FormCell, FormGrid } from '../ui/form-grid.tsx'
import { FormPart } from '../ui/form-part.tsx'
import { Message } from '../ui/message.tsx'
import { TextField } from '../ui/text-field.tsx'
import { NOTHING_TO_SAVE, useForm } from '../use-form.ts'
import { accountFailure } from './account-failure.ts'
import styles from './account.module.css'

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
type Texts = ReturnType<typeof textsOf>

const problemsOf = (texts: Texts) => {
  const parsed = accountInputs.safeParse(texts)
  return parsed.success ? {} : fieldSentences(parsed.error.issues)
}

/** The texts as the server keeps them. */
const asStored = (texts: Texts): Texts => {
  const { company = '', address2 = '', ...others } = accountInputs.parse(texts)
  return { ...others, company, address2 }
}

/** The Edit Account form; the page needs to know whether it holds changes. */
export const useEditAccount = (account: Account) => {
  const [stored, setStored] = useState(textsOf(account))
  const form = useForm(stored, problemsOf, 'edits')

  const save = () =>
    form.submit(
      'update',
      async () => {
        const answer = await call(updateMyAccount, { body: { inputs: { user: account.username, ...form.texts } } })
        setStored(asStored(form.texts))
        return answer
      },
      accountFailure,
    )

  return { ...form, username: account.username, save }
}

export const EditAccount = ({ form }: { form: ReturnType<typeof useEditAccount> }) => {
  const { ref, username, field, save, answer, pressed, isChanged } = form
  return (
    <FormPart title="Edit Account" help="We never sell or pass on what you enter here.">
      <form
        ref={ref}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
      >
        {answer && <Message kind={answer.kind}>{answer.text}</Message>}
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
          <TextField label="Email Address" type="email" autoComplete="email" {...field('email')} />
          <TextField label="Phone Number" type="tel" autoComplete="tel" {...field('phone')} />
          <TextField label="First Name" autoComplete="given-name" {...field('first')} />
          <TextField label="Last Name" autoComplete="family-name" {...field('last')} />
          <FormCell span="full">
            <TextField label="Company" optional autoComplete="organization" {...field('company')} />
          </FormCell>
          <AddressFields field={field} />
        </FormGrid>
        <div className={styles.actions}>
          <Button type="submit" kind="primary" unready={!isChanged} busy={pressed !== undefined}>
            Update Account
          </Button>
          <span className={styles.note}>{isChanged ? 'Unsaved changes' : NOTHING_TO_SAVE}</span>
        </div>
      </form>
    </FormPart>
  )
}
