import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listKeys, removeKey, type ApiKey } from '../../../shared/identity/api-keys.api.ts'
import { listProjects } from '../../../shared/projects/projects.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { focusHeading } from '../../lib/focus/focus-heading.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { QuestionDialog } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../lib/toasts.ts'
import { KeyForm, type NewKey } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'
import { Recipes } from './recipes.tsx'

export const loader = async ({ request: { signal } }: LoaderFunctionArgs) => {
  const [keys, projects] = await Promise.all([
    call(listKeys, undefined, { signal }),
    call(listProjects, undefined, { signal }),
  ])
  return { keys, projects: projects?.projects ?? [], now: Date.now() }
}

export const Component = () => {
  const loaded = useLoaderData<typeof loader>()
  const [keys, setKeys] = useState<readonly ApiKey[]>(loaded.keys)
  const username = useSession()?.user ?? ''
  const [made, setMade] = useState<NewKey>()
  const [isShown, setIsShown] = useState(false)
  const [removing, setRemoving] = useState<ApiKey>()

  const remove = async ({ keyID }: ApiKey) => {
    try {
      const { message } = await call(removeKey, { query: { keyID } })
      setKeys((all) => all.filter((each) => each.keyID !== keyID))
      if (made?.keyID === keyID) setMade(undefined)
      // The focused button disappears with its row.
      focusHeading()
      toast({ kind: 'success', text: message })
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, { other: 'Unable to remove the key' }) })
    }
  }

  return (
    <Page width="form">
      <title>API Keys · Roomfolio</title>
      <Breadcrumbs items={[{ name: 'My Account', to: paths.account() }, { name: 'API Keys' }]} />
      <PageHeader title="API Keys" sub="A key lets another program, such as Home Assistant, use your projects." />
      {keys.length > 0 && (
        <FormSection
          title="Your Keys"
          help="Remove any you no longer need. Changing your password doesn’t remove them."
        >
          <ul aria-label="Your Keys" className="sheet ruled">
            {keys.map((key) => (
              <KeyRow key={key.keyID} apiKey={key} now={loaded.now} onRemove={() => setRemoving(key)} />
            ))}
          </ul>
        </FormSection>
      )}
      <FormSection
        title="New Key"
        help="A key can’t touch your account, people, or links. It can’t delete anything permanently or create projects."
      >
        <KeyForm
          username={username}
          projects={loaded.projects}
          onMade={(key) => {
            setKeys((all) => [key, ...all])
            setMade(key)
            setIsShown(true)
          }}
        />
      </FormSection>
      <Recipes apiKey={made?.key} />
      {made && isShown && <NewKeyDialog made={made} onClose={() => setIsShown(false)} />}
      <QuestionDialog
        question={
          removing && {
            title: `Remove the Key ${removing.name}?`,
            text: 'Programs that use it stop working right away.',
            confirmLabel: 'Remove Key',
            onYes: () => void remove(removing),
          }
        }
        onAnswered={() => setRemoving(undefined)}
      />
    </Page>
  )
}
