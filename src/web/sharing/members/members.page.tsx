import { Suspense, useState } from 'react'
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listMembers } from '../../../shared/sharing/members.api.ts'
import { call } from '../../lib/call.ts'
import { counted } from '../../lib/pluralize.ts'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { redirectTemplate } from '../../projects/templates/redirect-template.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Page } from '../../ui/page/page.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Members } from './members.tsx'
import styles from './members.module.css'

const QRLabels = lazyComponent(async () => (await import('../links/qr-labels.tsx')).QRLabels, 'The QR codes')
const Links = lazyComponent(async () => (await import('../links/links.tsx')).Links, 'Read-Only Links')

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  const asked = call(listMembers, { query: { projectID } }, { signal: request.signal })
  const answer = await asked.catch(redirectTemplate(projectID))
  return { ...answer, qr: queryIDOf(request, 'qr') }
}

export const Component = () => {
  const { project, may, members, invitations, qr } = useLoaderData<typeof loader>()
  const { projectID, name } = project
  const [links, setLinks] = useState<number>()
  if (qr !== undefined) {
    return (
      <Page>
        <Suspense>
          <QRLabels roomID={qr} />
        </Suspense>
      </Page>
    )
  }
  return (
    <Page>
      <title>{`People · ${name} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name, to: paths.projectHome(projectID) },
          { name: 'People' },
        ]}
      />
      <PageHeader
        title="People"
        sub={[
          counted(members.length, 'person', 'people'),
          ...(invitations.length > 0 ? [counted(invitations.length, 'invitation')] : []),
          ...(links !== undefined && links > 0 ? [counted(links, 'link')] : []),
        ].join(' · ')}
        actions={may === 'own' && <LinkButton to={paths.handover(projectID)}>Hand Over Project</LinkButton>}
      />
      <div className={may === 'own' ? styles.columns : undefined}>
        <Members project={project} may={may} members={members} invitations={invitations} />
        {may === 'own' && (
          <Suspense>
            <Links projectID={projectID} onCount={setLinks} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}
