import { useQuery } from '@tanstack/react-query'
import { listProjects, listRooms } from '../../lib/endpoints.ts'
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
