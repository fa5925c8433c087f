import { LIMITS } from '../../../shared/contract/limits.ts'
import type { Project } from '../../../shared/projects/projects.api.ts'
import { saveAsTemplate } from '../../../shared/items/bulk/templates.api.ts'
import { call } from '../../lib/call.ts'
import { CopyDialog } from '../copies/copy-dialog.tsx'
import { useOwnNames } from '../copies/use-taken-names.ts'
import { paths } from '../../lib/paths.ts'

interface KeepTemplateProps {
  project: Pick<Project, 'projectID' | 'name'>
  onClose: () => void
}

/** Saves a copy of a project as the user's template. */
export const KeepTemplate = ({ project: { projectID, name }, onClose }: KeepTemplateProps) => (
  <CopyDialog
    title="Save as Template"
    name={name}
    takenNames={useOwnNames('templates')}
    maxLength={LIMITS.line}
    hint="Rooms and items are copied. The client, address, members, and links are not."
    fallbackError={`Couldn’t save “${name}” as a template`}
    onCopy={async (wanted) => {
      const { message, eventID } = await call(saveAsTemplate, {
        body: { projectID, files: wanted.files, ...(wanted.name !== null && { name: wanted.name }) },
      })
      return { message, eventID, to: paths.selectProject() }
    }}
    onClose={onClose}
  />
)
