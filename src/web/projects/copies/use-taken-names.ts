import { useQuery } from '@tanstack/react-query'
import { listProjects } from '../../../shared/projects/projects.api.ts'
import { listRooms } from '../../../shared/projects/rooms.api.ts'
import { endpointQuery } from '../../lib/query.ts'

/** The names of the user's projects or templates; undefined while they load. */
export const useOwnNames = (kind: 'projects' | 'templates'): readonly string[] | undefined =>
  useQuery({
    ...endpointQuery(listProjects, {}),
    select: (answer) => answer?.[kind].filter(({ may }) => may === 'own').map(({ name }) => name) ?? [],
  }).data

/** The names of a project's rooms; undefined while they load. */
export const useRoomNames = (projectID: number, enabled: boolean): readonly string[] | undefined =>
  useQuery({
    ...endpointQuery(listRooms, { query: { projectID } }),
    enabled,
    select: (answer) => answer?.rooms.map(({ name }) => name) ?? [],
  }).data
