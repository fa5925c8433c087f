import type { FormEvent } from 'react'
import { Link, useLoaderData } from 'react-router'
import { resetPassword } from '../../shared/identity/auth.api.ts'
import { call } from '../lib/call.ts'
import { NothingHere, sentence } from '../lib/errors.ts'
import { keptToken } from '../sharing/members/kept-token.ts'
import { useOtherToken } from '../sharing/members/load-token.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/button.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { FormGrid } from '../ui/form-grid.tsx'
import { Message } from '../ui/message.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Sheet, SheetBody } from '../ui/sheet.tsx'
import { useForm } from '../lib/use-form.ts'
import { newPasswordProblems } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const kept = keptToken('roomfolio.reset', 'token')

/** The token of the emailed link. */
export const loader = (): string => {
  const token = kept.here()
  if (token === '') throw new NothingHere()
  return token
}

const EMPTY = { newPass: '', confirmation: '' }

const failureOf = (error: unknown): string =>
  sentence(error, { 404: (serverText) => serverText, other: 'Password change failure' })

export const Component = () => {
  const token = useLoaderData<typeof loader>()
  useOtherToken()
  const { ref, texts, field, submit, pressed, answer } = useForm(EMPTY, newPasswordProblems)

  const send = async () => {
    const { message } = await call(resetPassword, { body: { token, newPass: texts.newPass } })
    kept.forget()
    return { message, to: paths.login() }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit('Change', send, failureOf)
  }

  return (
    <Page width="form">
      <title>New Password · Roomfolio</title>
      <PageHead
        title="New Password"
        sub={
          <>
            You are logged out everywhere when you set it. Is the link too old?{' '}
            <Link to={paths.forgot()}>Ask for a new one</Link>
          </>
        }
      />
      <form ref={ref} noValidate onSubmit={onSubmit}>
        <Sheet>
          <SheetBody>
            {answer && <Message kind={answer.kind}>{answer.text}</Message>}
            <FormGrid>
              <NewPasswordFields field={field} />
            </FormGrid>
          </SheetBody>
          <FormFoot>
            <Button type="submit" kind="primary" busy={pressed !== undefined}>
              Change Password
            </Button>
          </FormFoot>
        </Sheet>
      </form>
    </Page>
  )
}
