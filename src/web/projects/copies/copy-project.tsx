import { copyProject } from '../../../shared/items/bulk/copies.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import type { Project } from '../../../shared/projects/projects.api.ts'
import { call } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { useOwnNames } from './use-taken-names.ts'

interface CopyProjectProps {
  project: Project
  onClose: () => void
}

/** Copies a project with its rooms and items into a project of the user's own. */
export const CopyProject = ({ project: { projectID, name }, onClose }: CopyProjectProps) => (
  <CopyDialog
    title="Copy Project"
    name={name}
    takenNames={useOwnNames('projects')}
    maxLength={LIMITS.line}
    hint="Rooms and items are copied. Members and links are not."
    onCopy={async (wanted) => {
      const { message, eventID } = await call(copyProject, {
        body: { projectID, files: wanted.files, ...(wanted.name !== null && { name: wanted.name }) },
      })
      return { message, eventID, to: paths.selectProject() }
    }}
    onClose={onClose}
  />
)
