import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { moveRooms } from '../../../shared/items/bulk/moves.api.ts'
import { type ProjectCard, listProjects } from '../../../shared/projects/projects.api.ts'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { counted } from '../../lib/pluralize.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { paths } from '../../lib/paths.ts'
import { RoomChoices } from './room-choices.tsx'
import { useUndoEvent } from '../../history/use-undo-event.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { toast } from '../../lib/toasts.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'

interface MoveRoomsProps {
  projectID: number
  /** One room, or the selected ones of several. */
  rooms: readonly RoomCard[] | number
  label: string
  onClose: () => void
}

/** Moves rooms to another of the user's projects. */
export const MoveRooms = ({ projectID, rooms, label, onClose }: MoveRoomsProps) => {
  const [projects, setProjects] = useState<readonly ProjectCard[]>()
  const fail = useEffectEvent((error: unknown) => {
    toastFailure(error, 'Unable to load projects')
    onClose()
  })
  useEffect(() => {
    const leaving = new AbortController()
    call(listProjects, undefined, { signal: leaving.signal }).then(
      (answer) =>
        setProjects((answer?.projects ?? []).filter((each) => each.may === 'own' && each.projectID !== projectID)),
      (error: unknown) => {
        if (!leaving.signal.aborted) fail(error)
      },
    )
    return () => leaving.abort()
  }, [projectID])
  return (
    <>
      {projects?.length === 0 && (
        <Dialog open title={label} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
          <p>You don’t have another project to move rooms to.</p>
        </Dialog>
      )}
      {projects?.[0] && (
        <MoveDialog label={label} rooms={rooms} projects={projects} first={projects[0]} onClose={onClose} />
      )}
    </>
  )
}

interface MoveDialogProps {
  label: string
  rooms: readonly RoomCard[] | number
  projects: readonly ProjectCard[]
  first: ProjectCard
  onClose: () => void
}

const MoveDialog = ({ label, rooms, projects, first, onClose }: MoveDialogProps) => {
  const isOne = typeof rooms === 'number'
  const form = useForm({ roomIDs: isOne ? [rooms] : [], project: String(first.projectID), links: false })
  const { put } = form
  const { roomIDs, links } = form.values
  const toProjectID = Number(form.values.project)
  const navigate = useNavigate()
  const undoOf = useUndoEvent()
  const isHere = useIsMounted()
  const move = async () => {
    const { message, eventID } = await call(moveRooms, { body: { roomIDs, toProjectID, links } })
    if (isHere()) {
      onClose()
      await navigate(paths.projectHome(toProjectID))
    }
    toast({ kind: 'success', text: message, action: undoOf(eventID) })
    return undefined
  }
  const failureOf = (error: unknown) => {
    const unable = `Unable to move ${isOne ? 'this room' : 'these rooms'}`
    const text = sentence(error, {
      400: error instanceof ApiError ? (error.fields.roomIDs ?? unable) : unable,
      other: unable,
    })
    if (!isHere()) toast({ kind: 'error', text })
    return text
  }
  return (
    <FormDialog
      title={label}
      form={form}
      unsaved={false}
      blocking
      action={isOne ? 'Move Room' : `Move ${counted(roomIDs.length, 'Room')}`}
      button={{ disabled: roomIDs.length === 0 }}
      onSubmit={async () => {
        if (roomIDs.length > 0) await form.submit('move', move, failureOf)
      }}
      onClose={onClose}
    >
      <Select label="To Project" {...form.field('project')} data-takes-focus={isOne || undefined}>
        {projects.map((project) => (
          <option key={project.projectID} value={project.projectID}>
            {project.name}
          </option>
        ))}
      </Select>
      {!isOne && (
        <RoomChoices
          rooms={rooms}
          one={false}
          chosen={new Set(roomIDs)}
          onChoose={(chosen) => put({ roomIDs: [...chosen] })}
        />
      )}
      <p>
        Items, files, and the trash move too. People in the new project can see {isOne ? 'this room' : 'these rooms'};
        people only in this one no longer can.
      </p>
      <Checkbox
        label={`Keep ${isOne ? 'its' : 'their'} read-only links and printed QR codes working`}
        name="links"
        checked={links}
        onChange={(keeps) => put({ links: keeps })}
      />
    </FormDialog>
  )
}
