import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { getMyAccount, listMySessions, exportMyData } from '../../../shared/identity/account.api.ts'
import { listMySecurityEvents } from '../../../shared/identity/security-events.api.ts'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import { getBranding } from '../../../shared/projects/branding.api.ts'
import { getReminders } from '../../../shared/upkeep/reminders.api.ts'
import { ALL_ROLES, hasRole, Role } from '../../../shared/contract/roles.ts'
import { call } from '../../lib/call.ts'
import { sizeText } from '../../lib/size-text.ts'
import { paths } from '../../lib/paths.ts'
import { MyBranding } from '../../papers/branding/my-branding.tsx'
import { MyReminders } from '../../upkeep/reminders/my-reminders.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { IconAdjustments, IconDownload, IconTrash, IconUser } from '../../ui/icons.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { ThemeSelect } from '../../ui/theme/theme-select.tsx'
import { useUnsavedGuard } from '../../lib/forms/unsaved-guard.ts'
import { ChangePassword, useChangePassword } from '../../identity/account/change-password.tsx'
import { DeleteAccountDialog } from '../../identity/account/delete-account-dialog.tsx'
import { EditAccount, useEditAccount } from '../../identity/account/edit-account.tsx'
import { MyPasskeys } from '../../identity/passkeys/my-passkeys.tsx'
import { MyProviders } from '../../identity/openid-connect/my-providers.tsx'
import { MySecondFactor } from '../../identity/second-factor/my-second-factor.tsx'
import { RecentActivity } from '../../identity/account/recent-activity.tsx'
import { Sessions } from '../../identity/account/sessions.tsx'

export const loader = async ({ request: { signal } }: LoaderFunctionArgs) => {
  const [account, sessions, reminders, branding, activity] = await Promise.all([
    call(getMyAccount, undefined, { signal }),
    call(listMySessions, undefined, { signal }),
    call(getReminders, undefined, { signal }),
    call(getBranding, undefined, { signal }),
    call(listMySecurityEvents, { query: {} }, { signal }),
  ])
  return { account, sessions, reminders, branding, activity }
}

export const Component = () => {
  const loaded = useLoaderData<typeof loader>()
  const { account } = loaded
  const [sessions, setSessions] = useState(loaded.sessions)
  const [reminders, setReminders] = useState(loaded.reminders)
  const [deleting, setDeleting] = useState(false)
  const edit = useEditAccount(account, () => void call(getReminders).then(setReminders, console.error))
  const password = useChangePassword(() => {
    setSessions((all) => all.filter(({ current }) => current))
    return undefined
  })
  useUnsavedGuard(edit.isChanged || password.isChanged)
  const { username } = account

  return (
    <Page width="form">
      <title>My Account · Roomfolio</title>
      <PageHeader title="My Account" />
      <EditAccount form={edit} />
      <ChangePassword form={password} username={username} />
      <MyPasskeys username={username} loaded={account.passkeys} />
      <MyProviders username={username} email={edit.email} onMoved={edit.noteMoved} loaded={account.providers} />
      <MySecondFactor loaded={account.secondFactor} remembered={account.rememberedDevices} />
      <FormSection title="API Keys" help="Let other programs, such as Home Assistant, use your projects.">
        <div className="row wrap gap-8 wide-buttons">
          <LinkButton to={paths.keys()}>API Keys</LinkButton>
        </div>
      </FormSection>
      <MyBranding loaded={loaded.branding} />
      <MyReminders key={reminders.email} loaded={reminders} />
      <FormSection title="Appearance" help="Light or dark, in this browser.">
        <div className="row wrap gap-8 wide-buttons">
          <ThemeSelect />
        </div>
      </FormSection>
      <FormSection title="Account Roles">
        <div className="row wrap gap-8 wide-buttons">
          {rolesOf(account.roles).map((role) => (
            <RoleLink key={role} role={role} />
          ))}
        </div>
      </FormSection>
      <Sessions
        username={username}
        sessions={sessions}
        onEnded={(ended) => setSessions((all) => all.filter(({ sessionID }) => sessionID !== ended))}
      />
      <RecentActivity loaded={loaded.activity} />
      <FormSection
        title="Your Data"
        help="Your account, and a project file for each of your projects and templates, in one ZIP. The Trash is not included."
      >
        <p className="faint small">{storageText(account.storage)}</p>
        <div className="row wrap gap-8 mt-24 wide-buttons">
          <LinkButton to={exportMyData.path} reloadDocument download icon={<IconDownload />}>
            Download My Data
          </LinkButton>
          <LinkButton to={paths.trash()} icon={<IconTrash />}>
            Trash
          </LinkButton>
        </div>
      </FormSection>
      <FormSection title="Delete Account" help="Permanently deletes your account and all your projects.">
        <div className="row wrap gap-8 wide-buttons">
          <Button kind="danger" icon={<IconTrash />} onClick={() => setDeleting(true)}>
            Delete Account
          </Button>
        </div>
      </FormSection>
      {deleting && <DeleteAccountDialog username={username} onCancel={() => setDeleting(false)} />}
    </Page>
  )
}

const storageText = ({ bytes, mostBytes }: ResponseOf<typeof getMyAccount>['storage']): string =>
  `Your files take ${sizeText(bytes)}${mostBytes === null ? '' : ` of ${sizeText(mostBytes)}`}, including the Trash.`

const rolesOf = (json: string): readonly Role[] => {
  const held = JSON.parse(json) as readonly number[]
  return ALL_ROLES.filter((role) => hasRole(held, [role]))
}

const ROLE_LINKS = {
  [Role.Admin]: { name: 'Admin', to: paths.adminHome(), icon: <IconAdjustments /> },
  [Role.Reseller]: { name: 'Reseller', to: paths.adminHome(), icon: <IconAdjustments /> },
  [Role.User]: { name: 'User', to: paths.selectProject(), icon: <IconUser /> },
}

const RoleLink = ({ role }: { role: Role }) => {
  const { name, to, icon } = ROLE_LINKS[role]
  return (
    <LinkButton to={to} icon={icon}>
      {name}
    </LinkButton>
  )
}
