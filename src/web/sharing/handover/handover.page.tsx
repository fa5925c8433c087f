import { useState } from 'react'
import { redirect, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { getOffer } from '../../../shared/sharing/handover.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, NothingHere } from '../../lib/errors.ts'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { redirectTemplate } from '../../projects/templates/redirect-template.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { OfferForm } from './offer-form.tsx'
import { PendingOfferPart, type CreatedOffer } from './pending-offer.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  try {
    return await call(getOffer, { query: { projectID } }, { signal: request.signal })
  } catch (error) {
    // Only owners can hand over.
    throw error instanceof ApiError && error.status === 403 ? new NothingHere() : redirectTemplate(projectID)(error)
  }
}

export const Component = () => {
  const { project, has, invitations, offer } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { projectID, name } = project
  /** The offer's link is shown only right after its creation. */
  const [made, setMade] = useState<CreatedOffer>()
  return (
    <Page width="form">
      <title>{`Hand Over · ${name} · Roomfolio`}</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name, to: paths.projectHome(projectID) },
          { name: 'Hand Over' },
        ]}
      />
      <PageHeader title="Hand Over" sub={`Transfer ${name} to a new owner. It stays yours until they accept.`} />
      {offer ? (
        <PendingOfferPart
          projectID={projectID}
          offer={offer}
          made={made}
          onMade={setMade}
          onTakenBack={() => setMade(undefined)}
        />
      ) : (
        <OfferForm
          key={projectID}
          projectID={projectID}
          has={has}
          invitations={invitations}
          onOffered={(one) => {
            setMade(one)
            void revalidate()
          }}
        />
      )}
    </Page>
  )
}
