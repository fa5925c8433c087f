import { redirect, type LoaderFunctionArgs } from 'react-router'
import { type EmergencyFact, type News, type Project, getProject } from '../../shared/projects/projects.api.ts'
import { listRooms, type RoomCard } from '../../shared/projects/rooms.api.ts'
import type { Right } from '../../shared/contract/rights.ts'
import { call } from '../lib/call.ts'
import { paths } from '../lib/paths.ts'
import { queryIDOf } from '../lib/query-id.ts'

export const loadProject = async ({
  request,
}: LoaderFunctionArgs): Promise<{
  project: Project
  cover: string | null
  may: Right
  template: boolean
  rooms: readonly RoomCard[]
  news: News | null
  /** The number of photos in the inbox. */
  unsorted: number
  /** The most urgent facts of the emergency sheet. */
  emergency: readonly EmergencyFact[]
}> => {
  const projectID = queryIDOf(request, 'projectID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  const { signal } = request
  const [{ project, cover, may, template, news, unsorted, emergency }, list] = await Promise.all([
    call(getProject, { query: { projectID } }, { signal }),
    call(listRooms, { query: { projectID } }, { signal }),
  ])
  return { project, cover, may, template, rooms: list?.rooms ?? [], news, unsorted, emergency }
}
