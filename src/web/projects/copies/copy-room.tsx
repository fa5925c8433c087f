import { useState } from 'react'
import { copyRoom } from '../../../shared/items/bulk/copies.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import type { Room } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { paths } from '../../lib/paths.ts'
import { loadWritablePlaces, ProjectOptions, type WritablePlaces } from './project-options.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { useRoomNames } from './use-taken-names.ts'

export const CopyRoom = ({ room }: { room: Pick<Room, 'roomID' | 'roomName' | 'projectID'> }) => {
  const [places, setPlaces] = useState<WritablePlaces>()
  const [projectID, setProjectID] = useState(room.projectID)
  const takenNames = useRoomNames(projectID, places !== undefined)
  const [loading, setLoading] = useState(false)
  const open = async () => {
    setLoading(true)
    try {
      setPlaces(await loadWritablePlaces())
    } catch (error) {
      toastFailure(error, 'Unable to load projects')
    }
    setLoading(false)
  }
  const { roomID, roomName } = room
  return (
    <>
      <Button busy={loading} onClick={() => void open()}>
        Copy Room
      </Button>
      {places && (
        <CopyDialog
          title="Copy Room"
          name={roomName}
          takenNames={takenNames}
          maxLength={LIMITS.roomName}
          onCopy={async ({ name, files }) => {
            const { message, eventID } = await call(copyRoom, {
              body: { roomID, toProjectID: projectID, files, ...(name !== null && { roomName: name }) },
            })
            return { message, eventID, to: paths.projectHome(projectID) }
          }}
          onClose={() => setPlaces(undefined)}
        >
          {places.projects.length + places.templates.length > 1 && (
            <Select
              label="Project"
              name="project"
              value={String(projectID)}
              onChange={(id) => setProjectID(Number(id))}
            >
              <ProjectOptions places={places} />
            </Select>
          )}
        </CopyDialog>
      )}
    </>
  )
}
