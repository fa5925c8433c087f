import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyRoom } from '../../shared/copies.ts'
import { LIMITS } from '../../shared/limits.ts'
import { listProjects, type ProjectCard } from '../../shared/projects.ts'
import type { Room } from '../../shared/rooms.ts'
import { call } from '../api/call.ts'
import { tellFailure } from '../files/tell-failure.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import { CopyDialog } from './copy-dialog.tsx'

/** A button that copies a room with its items into a project. */
export const CopyRoom = ({ room }: { room: Pick<Room, 'roomID' | 'roomName' | 'projectID'> }) => {
  const [projects, setProjects] = useState<readonly ProjectCard[]>()
  const [projectID, setProjectID] = useState(room.projectID)
  const [loading, setLoading] = useState(false)
  const open = async () => {
    setLoading(true)
    try {
      const answer = await call(listProjects)
      setProjects((answer?.projects ?? []).filter(({ may }) => may !== 'read'))
    } catch (error) {
      tellFailure(error, 'Unable to load projects')
    }
    setLoading(false)
  }
  const { roomID, roomName } = room
  return (
    <>
      <Button icon={<IconCopy />} busy={loading} onClick={() => void open()}>
        Copy Room
      </Button>
      {projects && (
        <CopyDialog
          title="Copy Room"
          name={roomName}
          maxLength={LIMITS.roomName}
          hint={`Without a name it is called ${roomName}, or ${roomName} (2) where there is one.`}
          onCopy={async ({ name, files }) => {
            const { message, eventID } = await call(copyRoom, {
              body: { roomID, toProjectID: projectID, files, ...(name !== null && { roomName: name }) },
            })
            return { message, eventID, to: paths.projectHome(projectID) }
          }}
          onClose={() => setProjects(undefined)}
        >
          {projects.length > 1 && (
            <Select
              label="Project"
              name="project"
              value={String(projectID)}
              onChange={(id) => setProjectID(Number(id))}
            >
              {projects.map((project) => (
                <option key={project.projectID} value={project.projectID}>
                  {project.name}
                </option>
              ))}
            </Select>
          )}
        </CopyDialog>
      )}
    </>
  )
}
