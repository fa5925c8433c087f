import { useState } from 'react'
import { LIMITS } from '../../../shared/contract/limits.ts'
import type { Project } from '../../../shared/projects/projects.api.ts'
import { keepTemplate } from '../../../shared/projects/templates.api.ts'
import { call } from '../../lib/call.ts'
import { CopyDialog } from '../../items/bulk/copy-dialog.tsx'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { createIcon } from '../../ui/icons.tsx'

const IconTemplate = createIcon(
  'M4 5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm0 8a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zm10-1h6m-6 4h6m-6 4h6',
)

/** A button that saves a copy of a project as the user's template. */
export const KeepTemplate = ({ project: { projectID, name } }: { project: Pick<Project, 'projectID' | 'name'> }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" small icon={<IconTemplate />} onClick={() => setOpen(true)}>
        Save as Template
      </Button>
      {open && (
        <CopyDialog
          title="Save as Template"
          name={name}
          maxLength={LIMITS.line}
          hint={`Rooms and items are copied. The client, address, members, and links are not. If you leave the name empty, it is called ${name}, or ${name} (2) if that is taken.`}
          fallbackError={`Couldn’t save “${name}” as a template`}
          onCopy={async (wanted) => {
            const { message, eventID } = await call(keepTemplate, {
              body: { projectID, files: wanted.files, ...(wanted.name !== null && { name: wanted.name }) },
            })
            return { message, eventID, to: paths.selectProject() }
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
