import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listMembers } from '../../shared/members.ts'
import { call } from '../api/call.ts'
import { counted } from '../counted.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Members } from './members.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  return call(listMembers, { query: { projectID } }, { signal: request.signal })
}

export const Component = () => {
  const { project, may, members, invitations } = useLoaderData<typeof loader>()
  const { projectID, name } = project
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
      <PageHead
        title="People"
        sub={[
          counted(members.length, 'person', 'people'),
          ...(invitations.length > 0 ? [counted(invitations.length, 'invitation')] : []),
        ].join(' · ')}
      />
      <Members project={project} may={may} members={members} invitations={invitations} />
    </Page>
  )
}
