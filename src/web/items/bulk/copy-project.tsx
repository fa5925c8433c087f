import { useState } from 'react'
import { copyProject } from '../../../shared/items/bulk/copies.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import type { Project } from '../../../shared/projects/projects.api.ts'
import { call } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { IconCopy } from '../../ui/icons.tsx'
import { CopyDialog } from './copy-dialog.tsx'

/** A button that copies a project with its rooms and items into a project of the user's own. */
export const CopyProject = ({ project: { projectID, name } }: { project: Pick<Project, 'projectID' | 'name'> }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="quiet" small icon={<IconCopy />} onClick={() => setOpen(true)}>
        Copy Project
      </Button>
      {open && (
        <CopyDialog
          title="Copy Project"
          name={name}
          maxLength={LIMITS.line}
          hint={`Rooms and items are copied. Members and links are not. If you leave the name empty, it is called ${name} (2).`}
          onCopy={async (wanted) => {
            const { message, eventID } = await call(copyProject, {
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
