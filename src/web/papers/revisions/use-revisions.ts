import { useQuery } from '@tanstack/react-query'
import { listRevisions } from '../../../shared/papers/revisions.api.ts'
import { sentence } from '../../lib/errors.ts'
import { endpointQuery } from '../../lib/query.ts'

/** The revisions of a project once loaded, or the error. `again` reloads; the current list stays until then. */
export const useRevisions = (projectID: number) => {
  const { data, error, refetch } = useQuery(endpointQuery(listRevisions, { query: { projectID } }))
  return {
    issued: data,
    failure: error ? sentence(error, { other: 'Unable to load the issued revisions' }) : undefined,
    again: () => void refetch(),
  }
}
