import { Suspense, useState } from 'react'
import { redirect, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { listRoomTypes, type RoomType } from '../../../shared/structure/room-structure.api.ts'
import { setRoomCover } from '../../../shared/projects/covers.api.ts'
import { getProject } from '../../../shared/projects/projects.api.ts'
import {
  getRoom,
  listRooms,
  createRoom,
  deleteRoom,
  updateRoom,
  type Room,
} from '../../../shared/projects/rooms.api.ts'
import { TRASH_DAYS } from '../../../shared/history/trash-days.ts'
import { call } from '../../lib/call.ts'
import { NothingHere, sentence } from '../../lib/errors.ts'
import { CoverPart } from '../cover-part.tsx'
import { CreateFooter } from '../create-footer.tsx'
import { counted } from '../../lib/pluralize.ts'
import { markGone } from '../../lib/navigation-history.ts'
import { paths } from '../../lib/paths.ts'
import { queryIDOf } from '../../lib/query-id.ts'
import { useUndo } from '../../history/trash/restore.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/dialog.tsx'
import { DangerZone, FormFooter } from '../../ui/forms/form-footer.tsx'
import { IconTrash } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { toast } from '../../lib/toasts.ts'
import { focusField } from '../../lib/focus/focus-field.ts'
import { useFirstFocus } from '../../lib/focus/use-first-focus.ts'
import { useGoBack } from '../../lib/use-go-back.ts'
import { whyGone } from '../../lib/not-found-reason.ts'
import { ChangeRoomType } from './change-room-type.tsx'
import { RoomForm, useRoomForm } from './room-form.tsx'

const CopyRoom = lazyComponent(async () => (await import('../copies/copy-room.tsx')).CopyRoom, 'Copy Room')
const MoveRooms = lazyComponent(async () => (await import('../copies/move-rooms.tsx')).MoveRooms, 'Move Room')

/** The error message. If the room or project is gone, a toast says why. */
const failureOf = (error: unknown, failure: string): string => {
  const why = whyGone(error)
  if (why) toast({ kind: 'error', text: why })
  return sentence(error, { other: failure })
}

interface NewRoom {
  projectID: number
  projectName: string
  roomTypes: readonly RoomType[]
}

interface OpenedRoom extends Room {
  itemCount: number
}

export const loader = async ({ request }: LoaderFunctionArgs): Promise<OpenedRoom | NewRoom> => {
  const projectID = queryIDOf(request, 'projectID')
  const roomID = queryIDOf(request, 'roomID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  const { signal } = request
  if (roomID !== undefined) {
    const [room, list] = await Promise.all([
      call(getRoom, { query: { roomID } }, { signal }),
      call(listRooms, { query: { projectID } }, { signal }),
    ])
    if (room.projectID !== projectID || room.may === 'read') throw new NothingHere()
    return { ...room, itemCount: list?.rooms.find(({ ID }) => ID === roomID)?.itemCount ?? 0 }
  }
  const [{ project, may }, { rooms: roomTypes }] = await Promise.all([
    call(getProject, { query: { projectID } }, { signal }),
    call(listRoomTypes, undefined, { signal }),
  ])
  if (may === 'read') throw new NothingHere()
  return { projectID, projectName: project.name, roomTypes }
}

export const Component = () => {
  const data = useLoaderData<typeof loader>()
  return 'roomID' in data ? <EditRoom key={data.roomID} room={data} /> : <CreateRoom key={data.projectID} {...data} />
}

const CreateRoom = ({ projectID, projectName, roomTypes }: NewRoom) => {
  /** The type of the room created last, preselected for the next one. */
  const [lastType, setLastType] = useState('')
  const form = useRoomForm({ roomName: '', roomType: lastType }, 'enters')

  useFirstFocus(form, 'roomName')

  const create = (button: 'create' | 'add another', to?: string): void => {
    const { roomName, roomType } = form.values
    const send = async () => {
      const { message } = await call(createRoom, { body: { projectID, roomName, roomType: Number(roomType) } })
      if (to !== undefined) return { message, to }
      form.forget()
      setLastType(roomType)
      toast({ kind: 'success', text: message })
      focusField(form, 'roomName')
      return undefined
    }
    const failure = `Unable to create room "${roomName.trim()}"`
    void form.submit(button, send, (error) => failureOf(error, failure))
  }

  return (
    <Page width="form">
      <title>Create Room · Roomfolio</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          { name: 'Create Room' },
        ]}
      />
      <PageHeader title="Create Room" />
      <RoomForm form={form} roomTypes={roomTypes} onSubmit={() => create('create', paths.projectHome(projectID))}>
        <CreateFooter
          form={form}
          what="Room"
          from={paths.projectHome(projectID)}
          onAnother={() => create('add another')}
        />
      </RoomForm>
    </Page>
  )
}

const contentsOf = (items: number): string =>
  items === 0
    ? 'It has no items.'
    : `${counted(items, 'item')} and ${items === 1 ? 'its' : 'their'} files are deleted with it.`

const EditRoom = ({ room }: { room: OpenedRoom }) => {
  const { roomID, roomName, roomType, roomTypeName, projectID, projectName, cover, itemCount } = room
  const goBack = useGoBack(paths.roomItems(roomID))
  const form = useRoomForm({ roomName, roomType: String(roomType) }, 'edits')
  const undo = useUndo()
  const [confirming, setConfirming] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const [moving, setMoving] = useState(false)
  const { revalidate } = useRevalidator()

  const update = (): void => {
    const name = form.values.roomName
    const send = async () => {
      const { message } = await call(updateRoom, { body: { roomID, roomName: name } })
      return { message, to: paths.roomItems(roomID) }
    }
    const failure = `Unable to update room "${name.trim()}"`
    void form.submit('update', send, (error) => failureOf(error, failure))
  }

  const remove = (): void => {
    const send = async () => {
      const deletion = await call(deleteRoom, { query: { roomID } })
      const to = paths.projectHome(projectID)
      markGone(`roomID=${roomID}`, to)
      return { message: deletion.message, to, isGone: true, action: undo(deletion, roomName) }
    }
    const failure = `Unable to delete room "${roomName}"`
    void form.act('delete', send, (error) => failureOf(error, failure))
  }

  return (
    <Page width="form">
      <title>Edit Room · Roomfolio</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          { name: roomName, to: paths.roomItems(roomID) },
          { name: 'Edit Room' },
        ]}
      />
      <PageHeader title="Edit Room" />
      <RoomForm form={form} roomTypes={[{ roomTypeID: roomType, roomTypeName }]} typeIsLocked onSubmit={update}>
        <FormFooter status={form.status}>
          <Button type="submit" kind="primary" incomplete={!form.isChanged} busy={form.pressed === 'update'}>
            Update Room
          </Button>
          <Button kind="quiet" onClick={goBack}>
            Go Back
          </Button>
        </FormFooter>
      </RoomForm>
      <CoverPart
        name={roomName}
        within={{ projectID, roomID }}
        cover={cover}
        onChoose={(remote) => call(setRoomCover, { body: { roomID, remote } })}
      />
      <DangerZone>
        <Button onClick={() => setChoosing(true)}>Change Room Type</Button>
        <Suspense>
          <CopyRoom room={room} />
          {room.may === 'own' && !room.template && (
            <Button onClick={() => setMoving(true)}>Move to Another Project</Button>
          )}
          {/* Loads with the buttons before it, so that it does not move while being pressed. */}
          <Button
            kind="danger"
            icon={<IconTrash />}
            busy={form.pressed === 'delete'}
            onClick={() => setConfirming(true)}
          >
            Delete Room
          </Button>
        </Suspense>
      </DangerZone>
      {moving && (
        <Suspense>
          <MoveRooms
            projectID={projectID}
            rooms={roomID}
            label="Move to Another Project"
            onClose={() => setMoving(false)}
          />
        </Suspense>
      )}
      {choosing && (
        <ChangeRoomType room={room} onChanged={() => void revalidate()} onClose={() => setChoosing(false)} />
      )}
      <ConfirmDialog
        open={confirming}
        title={`Delete ${roomName}?`}
        safeLabel="Keep Room"
        destructiveLabel="Delete Room"
        onSafe={() => setConfirming(false)}
        onDestructive={() => {
          setConfirming(false)
          remove()
        }}
      >
        <p>
          {contentsOf(itemCount)} You can restore it from the Trash for {TRASH_DAYS} days.
        </p>
        {form.isChanged && <p>The new name isn’t saved.</p>}
      </ConfirmDialog>
    </Page>
  )
}
