import { Suspense, use, useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import {
  createRoomType,
  listRoomTypes,
  roomTypeInputs,
  type RoomType,
} from '../../shared/structure/room-structure.api.ts'
import { LIMITS } from '../../shared/contract/limits.ts'
import { PAGES } from '../../shared/contract/pages.ts'
import { call } from '../lib/call.ts'
import { ApiError } from '../lib/errors.ts'
import { mayOpen } from '../lib/guard.ts'
import { paths } from '../lib/paths.ts'
import { pendingSite, type PendingSite } from '../lib/pending-site.ts'
import { isFeatureDisabled } from '../lib/feature-flags.ts'
import { useSession } from '../lib/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { IconPencil } from '../ui/icons.tsx'
import { Message } from '../ui/message.tsx'
import { Form, FormNotes } from '../ui/forms/form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { Select } from '../ui/forms/select.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { problemsBy } from '../lib/forms/problems-by.ts'
import { useForm } from '../lib/forms/use-form.ts'
import { AdminNav } from '../ui/page/admin-nav.tsx'
import { createdID, reasonOf } from './reason.ts'
import { RoomTypeActions, type ActionResult } from './room-type-actions.tsx'

export const loader = async ({ request: { signal } }: LoaderFunctionArgs) => {
  const site = pendingSite()
  return { site, roomTypes: (await call(listRoomTypes, undefined, { signal })).rooms }
}

export const Component = () => {
  const { roomTypes, site } = useLoaderData<typeof loader>()
  const session = useSession() ?? null
  const [created, setCreated] = useState<number>()
  return (
    <Page>
      <title>Structure · Roomfolio</title>
      <AdminNav />
      <PageHeader title="Structure" sub="Which categories, subcategories, and fields each type of room offers." />
      <div className="top gap-24 columns-860">
        <CreateRoomType onCreated={setCreated} />
        {/* Keyed, so that a new room type is selected. */}
        <EditRoomType key={created} roomTypes={roomTypes} first={created} />
      </div>
      {!isFeatureDisabled('prices') && mayOpen(session, PAGES.adminOverview) && (
        <p className="muted mt-24">
          From visitors: <Link to={paths.adminConsultations()}>Consultation requests</Link>
        </p>
      )}
      <Suspense>
        <ForTests site={site} />
      </Suspense>
    </Page>
  )
}

const ForTests = ({ site }: { site: PendingSite }) =>
  use(site)?.environmentName && (
    <p className="muted mt-24">
      For tests: <Link to={paths.testTime()}>Preview the alternate home page in this browser</Link>
    </p>
  )

const CreateRoomType = ({ onCreated }: { onCreated: (roomTypeID: number) => void }) => {
  const { revalidate } = useRevalidator()
  const form = useForm({ roomType: '' }, problemsBy(roomTypeInputs), 'enters', 'room type')
  const name = form.values.roomType.trim()
  const input = form.field('roomType')

  const create = async () => {
    const { roomTypeID, message } = await call(createRoomType, { body: form.values })
    const created = createdID(roomTypeID)
    await revalidate()
    onCreated(created)
    return { message }
  }

  const failureOf = (error: unknown) => {
    if (error instanceof ApiError && error.status === 409) return { kind: 'warning' as const, text: error.message }
    return `Unable to create room type "${name}" - ${reasonOf(error)}`
  }

  return (
    <section aria-labelledby="create">
      <Form form={form} guarded hasNotes onSubmit={() => form.submit('create', create, failureOf)}>
        <Card>
          <CardBody>
            <h2 id="create" className="mb-16">
              Create New Room Type
            </h2>
            <FormNotes form={form} />
            <div className="with-button">
              <TextField
                label="Name"
                autoComplete="off"
                hint={!input.error && `Up to ${LIMITS.roomTypeName} characters`}
                {...input}
              />
              <Button type="submit" kind="primary" incomplete={name === ''} busy={form.busy}>
                Create Room
              </Button>
            </div>
          </CardBody>
        </Card>
      </Form>
    </section>
  )
}

interface EditRoomTypeProps {
  roomTypes: readonly RoomType[]
  /** The initial selection; the first room type if undefined. */
  first: number | undefined
}

const EditRoomType = ({ roomTypes, first }: EditRoomTypeProps) => {
  const { revalidate } = useRevalidator()
  const [chosen, setChosen] = useState(first)
  const [told, setTold] = useState<ActionResult>()
  const roomType = roomTypes.find(({ roomTypeID }) => roomTypeID === chosen) ?? roomTypes[0]

  const done = async (what: ActionResult, next = chosen) => {
    if (what.kind === 'success') await revalidate()
    setChosen(next)
    setTold(what)
  }

  return (
    <section aria-labelledby="edit">
      <Card>
        <CardBody>
          <h2 id="edit" className="mb-16">
            Edit a Room Type
          </h2>
          {told && <Message kind={told.kind}>{told.text}</Message>}
          {!roomType ? (
            <p>There are no room types yet.</p>
          ) : (
            <>
              <div className="with-button">
                <Select
                  label="Room Type"
                  name="roomTypeID"
                  hint="Change its categories, subcategories, and fields."
                  value={String(roomType.roomTypeID)}
                  onChange={(roomTypeID) => {
                    setChosen(Number(roomTypeID))
                    setTold(undefined)
                  }}
                >
                  {roomTypes.map(({ roomTypeID, roomTypeName }) => (
                    <option key={roomTypeID} value={roomTypeID}>
                      {roomTypeName}
                    </option>
                  ))}
                </Select>
                <LinkButton icon={<IconPencil />} to={paths.adminEditRoom(roomType.roomTypeID)}>
                  Edit Room
                </LinkButton>
              </div>
              <RoomTypeActions roomType={roomType} onDone={done} onBegin={() => setTold(undefined)} />
            </>
          )}
        </CardBody>
      </Card>
    </section>
  )
}
