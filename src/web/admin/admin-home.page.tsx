import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs } from 'react-router'
import { createRoomType, listRoomTypes, type RoomType } from '../../shared/catalogue.ts'
import { listConsultations } from '../../shared/consultations.ts'
import { LIMITS } from '../../shared/limits.ts'
import { fieldSentences } from '../../shared/problem.ts'
import { hasRole, Role } from '../../shared/roles.ts'
import { call } from '../api/call.ts'
import { ApiError, sentence } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { currentSession } from '../session/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Message } from '../ui/message.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Select } from '../ui/select.tsx'
import { Sheet, SheetBody } from '../ui/sheet.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useUnsavedGuard } from '../ui/unsaved-guard.tsx'
import { useForm } from '../use-form.ts'
import styles from './admin-home.module.css'
import { ConsultationList } from './consultation-list.tsx'

/** The requests are for Admins only; a Reseller has none to see. */
const consultationsFor = async (signal: AbortSignal) => {
  const session = await currentSession()
  return session && hasRole(session.roles, [Role.Admin]) ? call(listConsultations, undefined, { signal }) : undefined
}

export const loader = async ({ request: { signal } }: LoaderFunctionArgs) => {
  const [{ rooms }, consultations] = await Promise.all([
    call(listRoomTypes, undefined, { signal }),
    consultationsFor(signal),
  ])
  return { roomTypes: rooms, consultations }
}

export const Component = () => {
  const { roomTypes, consultations } = useLoaderData<typeof loader>()
  const [created, setCreated] = useState<number>()
  return (
    <Page width="form">
      <title>Administration · Roomfolio</title>
      <PageHead title="Administration" />
      <div className={styles.sheets}>
        <CreateRoomType onCreated={setCreated} />
        {/* Keyed, so that a new room type is the one chosen. */}
        <EditRoomType key={created} roomTypes={roomTypes} first={created} />
      </div>
      {consultations && <ConsultationList consultations={consultations} />}
      <p className={styles.more}>
        There are two versions of the home page. <Link to={paths.testTime()}>Choose the one this browser shows</Link>
      </p>
    </Page>
  )
}

const problemsOf = (texts: { roomType: string }) => {
  const parsed = createRoomType.body.safeParse(texts)
  return parsed.success ? {} : fieldSentences(parsed.error.issues)
}

const CreateRoomType = ({ onCreated }: { onCreated: (roomTypeID: number) => void }) => {
  const { revalidate } = useRevalidator()
  const form = useForm({ roomType: '' }, problemsOf)
  const { ref, answer, texts, field, isChanged } = form
  const guard = useUnsavedGuard(isChanged)
  const name = texts.roomType.trim()
  const input = field('roomType')

  const create = async () => {
    const { roomTypeID, message } = await call(createRoomType, { body: texts })
    await revalidate()
    onCreated(roomTypeID)
    return { message }
  }

  const failureOf = (error: unknown) => {
    if (error instanceof ApiError && error.status === 409) return { kind: 'warning' as const, text: error.message }
    const message = sentence(error, { other: (serverText) => serverText })
    return `Unable to create room type "${name}" - ${message}`
  }

  return (
    <section aria-labelledby="create">
      {guard}
      <form
        ref={ref}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (name !== '') void form.submit('create', create, failureOf)
        }}
      >
        <Sheet>
          <SheetBody>
            <h2 id="create">Create New Room Type</h2>
            {answer && <Message kind={answer.kind}>{answer.text}</Message>}
            <div className={styles.line}>
              <TextField
                label="Name"
                autoComplete="off"
                hint={!input.error && `At most ${LIMITS.roomTypeName} characters.`}
                {...input}
              />
              <Button type="submit" kind="primary" disabled={name === ''} busy={form.pressed === 'create'}>
                Create Room
              </Button>
            </div>
          </SheetBody>
        </Sheet>
      </form>
    </section>
  )
}

interface EditRoomTypeProps {
  roomTypes: readonly RoomType[]
  /** Chosen at first; without it the first of all. */
  first: number | undefined
}

const EditRoomType = ({ roomTypes, first = roomTypes[0]?.roomTypeID }: EditRoomTypeProps) => {
  const [chosen, setChosen] = useState(first)
  return (
    <section aria-labelledby="edit">
      <Sheet>
        <SheetBody>
          <h2 id="edit">Edit a Room Type</h2>
          {chosen === undefined ? (
            <p>There are no room types yet.</p>
          ) : (
            <div className={styles.line}>
              <Select
                label="Room Type"
                name="roomTypeID"
                hint="Its categories, subcategories and field labels."
                value={String(chosen)}
                onChange={(roomTypeID) => setChosen(Number(roomTypeID))}
              >
                {roomTypes.map(({ roomTypeID, roomTypeName }) => (
                  <option key={roomTypeID} value={roomTypeID}>
                    {roomTypeName}
                  </option>
                ))}
              </Select>
              <LinkButton icon={<IconPencil />} to={paths.adminEditRoom(chosen)}>
                Edit Room
              </LinkButton>
            </div>
          )}
        </SheetBody>
      </Sheet>
    </section>
  )
}
