import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listUnsorted } from '../../shared/inbox.ts'
import { getRoom } from '../../shared/rooms.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { Inbox } from './inbox.tsx'

export const loader = async ({ request }: LoaderFunctionArgs) => {
  const projectID = queryIDOf(request, 'projectID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  const roomID = queryIDOf(request, 'roomID')
  const { signal } = request
  const [inbox, room] = await Promise.all([
    call(listUnsorted, { query: { projectID } }, { signal }),
    roomID === undefined ? undefined : call(getRoom, { query: { roomID } }, { signal }),
  ])
  // What is added now is taken there.
  return { projectID, ...inbox, room: room?.projectID === projectID ? room : undefined }
}

export type Loaded = Awaited<ReturnType<typeof loader>>

export const Component = () => {
  const loaded = useLoaderData<typeof loader>()
  return <Inbox key={loaded.projectID} {...loaded} />
}
