import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { listRoomTypes, type RoomType } from '../../shared/catalogue.ts'
import { getProject } from '../../shared/projects.ts'
import { createRoom, getRoom, updateRoom, type Room } from '../../shared/rooms.ts'
import { call } from '../api/call.ts'
import { NothingHere, sentence } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { queryIDOf } from '../query-id.ts'
import { Breadcrumbs } from '../ui/breadcrumbs.tsx'
import { Button } from '../ui/button.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { RoomForm, useRoomForm } from './room-form.tsx'

interface NewRoom {
  projectID: number
  projectName: string
  roomTypes: readonly RoomType[]
}

export const loader = async ({ request }: LoaderFunctionArgs): Promise<Room | NewRoom> => {
  const projectID = queryIDOf(request, 'projectID')
  const roomID = queryIDOf(request, 'roomID')
  if (projectID === undefined) throw redirect(paths.selectProject())
  const { signal } = request
  if (roomID !== undefined) {
    const room = await call(getRoom, { query: { roomID } }, { signal })
    if (room.projectID !== projectID) throw new NothingHere()
    return room
  }
  const [{ project }, { rooms: roomTypes }] = await Promise.all([
    call(getProject, { query: { projectID } }, { signal }),
    call(listRoomTypes, undefined, { signal }),
  ])
  return { projectID, projectName: project.name, roomTypes }
}

export const Component = () => {
  const data = useLoaderData<typeof loader>()
  return 'roomID' in data ? <EditRoom key={data.roomID} room={data} /> : <CreateRoom key={data.projectID} {...data} />
}

const CreateRoom = ({ projectID, projectName, roomTypes }: NewRoom) => {
  const goBack = useGoBack(paths.projectHome(projectID))
  const form = useRoomForm({ roomName: '', roomType: '' })

  const create = (button: 'create' | 'add another', to?: string): void => {
    const { roomName, roomType } = form.texts
    const send = async () => {
      const { message } = await call(createRoom, { body: { projectID, roomName, roomType: Number(roomType) } })
      return { message, to }
    }
    const failure = `Unable to create room "${roomName.trim()}"`
    void form.submit(button, send, (error) => sentence(error, { other: failure }))
  }

  return (
    <Page width="narrow">
      <title>Create Room · Roomfolio</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          { name: 'Create Room' },
        ]}
      />
      <PageHead title="Create Room" />
      <RoomForm form={form} roomTypes={roomTypes} onSubmit={() => create('create', paths.projectHome(projectID))}>
        <FormFoot
          end={
            <Button kind="quiet" onClick={goBack}>
              Go Back
            </Button>
          }
        >
          <Button type="submit" kind="primary" busy={form.pressed === 'create'}>
            Create Room
          </Button>
          <Button busy={form.pressed === 'add another'} onClick={() => create('add another')}>
            Create and Add Another
          </Button>
        </FormFoot>
      </RoomForm>
    </Page>
  )
}

const EditRoom = ({ room: { roomID, roomName, roomType, roomTypeName, projectID, projectName } }: { room: Room }) => {
  const goBack = useGoBack(paths.roomItems(roomID))
  const form = useRoomForm({ roomName, roomType: String(roomType) })

  const update = (): void => {
    const name = form.texts.roomName
    const send = async () => {
      const { message } = await call(updateRoom, { body: { roomID, roomName: name } })
      return { message, to: paths.roomItems(roomID) }
    }
    const failure = `Unable to update room "${name.trim()}"`
    void form.submit('update', send, (error) => sentence(error, { other: failure }))
  }

  return (
    <Page width="narrow">
      <title>Edit Room · Roomfolio</title>
      <Breadcrumbs
        items={[
          { name: 'Home', to: paths.selectProject() },
          { name: projectName, to: paths.projectHome(projectID) },
          { name: roomName, to: paths.roomItems(roomID) },
          { name: 'Edit Room' },
        ]}
      />
      <PageHead title="Edit Room" />
      <RoomForm form={form} roomTypes={[{ roomTypeID: roomType, roomTypeName }]} typeIsLocked onSubmit={update}>
        <FormFoot
          end={
            <Button kind="quiet" onClick={goBack}>
              Go Back
            </Button>
          }
        >
          <Button type="submit" kind="primary" busy={form.pressed === 'update'}>
            Update Room
          </Button>
        </FormFoot>
      </RoomForm>
    </Page>
  )
}
