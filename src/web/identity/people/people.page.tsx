import { useState } from 'react'
import { useLoaderData, useNavigate, useNavigation, type LoaderFunctionArgs } from 'react-router'
import { getSite } from '../../../shared/admin/site.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { listInvitations, listUsers } from '../../../shared/identity/people.api.ts'
import { getSecondFactorRule } from '../../../shared/identity/second-factor.api.ts'
import { call } from '../../lib/call.ts'
import { counted } from '../../lib/pluralize.ts'
import { paths } from '../../lib/paths.ts'
import { isFeatureDisabled } from '../../lib/feature-flags.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { IconSearch } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { QuestionDialog, type Question } from '../../ui/dialogs/question-dialog.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { AdminNav } from '../../ui/page/admin-nav.tsx'
import { RequiredSecondFactor } from './factor-rule.tsx'
import { Invitations } from './invitations.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './people.module.css'
import { PersonRow, type Refusal } from './person-row.tsx'

/** The page of the list is in the address, so that it can be linked and Back works. */
export const loader = async ({ request: { url, signal } }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(url)
  const search = searchParams.get('search') ?? ''
  const after = searchParams.get('after') ?? ''
  const [{ users, more, total }, { sendsMail, mailFails, registration }, { invitations }, { requiredFor }] =
    await Promise.all([
      call(listUsers, { query: { search, after } }, { signal }),
      call(getSite, undefined, { signal }),
      isFeatureDisabled('sign-up') ? call(listInvitations, undefined, { signal }) : { invitations: [] },
      call(getSecondFactorRule, undefined, { signal }),
    ])
  return { search, after, users, more, total, sendsMail, mailFails, registration, invitations, requiredFor }
}

export const Component = () => {
  const { search, after, users, more, total, sendsMail, mailFails, registration, invitations, requiredFor } =
    useLoaderData<typeof loader>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [question, setQuestion] = useState<Question>()
  const last = more && users.at(-1)

  return (
    <Page>
      <title>People · Roomfolio</title>
      <AdminNav />
      <PageHeader title="People" sub="Everyone with an account. You can’t see their projects." />
      <Search search={search} />
      <p role="status" className="faint label mt-16 mb-12">
        {foundText(total, search)} {shownText(users.length, total, after)}
      </p>
      {mailFails && (
        <Message kind="warning" isNote>
          Email isn’t working right now, so you can’t send password links.
        </Message>
      )}
      {refusal && <Message kind={refusal.kind}>{refusal.text}</Message>}
      {users.length > 0 && (
        <Card>
          <table role="table" aria-label="People" className={classNames('full cell', styles.table)}>
            <thead role="rowgroup" className="visually-hidden-1080">
              <tr role="row">
                {['Name and Username', 'Email', 'Roles', 'Sessions', 'Account'].map((column) => (
                  <th key={column} role="columnheader" scope="col" className="column-head">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {users.map((person) => (
                <PersonRow
                  key={person.userID}
                  person={person}
                  sendsMail={sendsMail}
                  onAsk={setQuestion}
                  onAnswer={setRefusal}
                />
              ))}
            </tbody>
          </table>
        </Card>
      )}
      {(after !== '' || last) && (
        // Keyed, so that after paging the focus moves to the heading instead of staying on a link.
        <nav key={after} aria-label="Pages" className="flex gap-8 mt-24 wide-buttons">
          {after !== '' && <LinkButton to={paths.adminPeople({ search })}>First Page</LinkButton>}
          {last && <LinkButton to={paths.adminPeople({ search, after: last.username })}>Next Page</LinkButton>}
        </nav>
      )}
      {registration === 'invited' && <Invitations invitations={invitations} />}
      <RequiredSecondFactor requiredFor={requiredFor} />
      <QuestionDialog question={question} onAnswered={() => setQuestion(undefined)} />
    </Page>
  )
}

const foundText = (total: number, search: string): string => {
  const people = total === 0 ? 'No people' : counted(total, 'person', 'people')
  return `${people}${search === '' ? '' : ` with "${search}" in name, username, or email`}.`
}

/** The range shown, if it is not the whole list. */
const shownText = (shown: number, total: number, after: string): string => {
  if (after !== '') return `${shown === 0 ? 'No one' : 'Showing people'} after ${after}.`
  return shown < total ? `Showing the first ${shown}.` : ''
}

const Search = ({ search }: { search: string }) => {
  const navigate = useNavigate()
  const { location } = useNavigation()
  const [typed, setTyped] = useState(search)
  // Back and links change the search without using this field.
  const [searched, setSearched] = useState(search)
  if (searched !== search) {
    setSearched(search)
    setTyped(search)
  }
  return (
    <form
      role="search"
      className="with-button measure"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(paths.adminPeople({ search: typed.trim() }))
      }}
    >
      <TextField
        type="search"
        name="search"
        label="Search by Name, Username, or Email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.line}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" kind="primary" icon={<IconSearch />} busy={location !== undefined}>
        Search
      </Button>
    </form>
  )
}
