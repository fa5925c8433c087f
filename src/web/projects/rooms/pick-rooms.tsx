import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { hasAtMost, LIMITS } from '../../../shared/contract/limits.ts'
import { createRooms, NEW_ROOMS_AT_ONCE } from '../../../shared/projects/rooms.api.ts'
import { listRoomTypes, type RoomType } from '../../../shared/structure/room-structure.api.ts'
import { roomTypeOfName, wholeHouseType } from '../../../shared/structure/room-type-of-name.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { useLostFocus } from '../../lib/focus/use-lost-focus.ts'
import { counted } from '../../lib/pluralize.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card, CardBody } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Form, FormNotes } from '../../ui/forms/form.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { IconPlus, IconX } from '../../ui/icons.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../lib/toasts.ts'
import styles from './pick-rooms.module.css'

/** The names of the rooms of each type by its ID; an empty one means its suggestion. `others` is one text. */
type Picked = Readonly<Record<string, readonly string[]>>

/** Rooms by their names alone, each with a fitting type. */
const otherRooms = (types: readonly RoomType[], text: string) =>
  text.split(/[,;]/).flatMap((part) => {
    const name = part.trim()
    const type = roomTypeOfName(types, name) ?? wholeHouseType(types) ?? types[0]
    return name !== '' && type ? [{ name, type }] : []
  })

const suggestedName = ({ roomTypeName }: RoomType, at: number): string => {
  const end = at === 0 ? '' : ` ${at + 1}`
  return roomTypeName.slice(0, LIMITS.roomName - end.length) + end
}

const nameOf = ({ roomTypeID }: RoomType, at: number) => `name-${roomTypeID}-${at}`

/** All rooms of a new project in one go. */
export const PickRooms = ({ projectID }: { projectID: number }) => {
  const [types, setTypes] = useState<readonly RoomType[]>([])
  const form = useForm<Picked>({})
  const picked = form.values
  const { revalidate } = useRevalidator()
  const lostFocus = useLostFocus()
  const fields = useRef(new Map<string, HTMLInputElement>())
  const fail = useEffectEvent((error: unknown) => form.say(sentence(error, { other: 'Unable to load room types' })))
  useEffect(() => {
    const leaving = new AbortController()
    call(listRoomTypes, undefined, { signal: leaving.signal }).then(
      ({ rooms }) => setTypes(rooms),
      (error: unknown) => {
        if (!leaving.signal.aborted) fail(error)
      },
    )
    return () => leaving.abort()
  }, [])

  const namesOf = ({ roomTypeID }: RoomType) => picked[roomTypeID] ?? []
  const put = ({ roomTypeID }: RoomType, names: readonly string[]) => form.put({ [roomTypeID]: names })
  const remove = (type: RoomType, names: readonly string[], at: number) => {
    // The focused button may go away with the last field.
    fields.current.get(nameOf(type, Math.min(at, names.length - 2)))?.focus()
    put(type, names.toSpliced(at, 1))
  }
  const [otherNames = ''] = picked['others'] ?? []
  const others = otherRooms(types, otherNames)
  const areOthersFine = others.every(({ name }) => hasAtMost(name, LIMITS.roomName))
  const rooms = [
    ...types.flatMap((type) =>
      namesOf(type).map((name, at) => ({
        roomType: type.roomTypeID,
        roomName: name.trim() === '' ? suggestedName(type, at) : name,
      })),
    ),
    ...others.map(({ name, type }) => ({ roomType: type.roomTypeID, roomName: name })),
  ]
  const areTooMany = rooms.length > NEW_ROOMS_AT_ONCE

  const send = async () => {
    const { message } = await call(createRooms, { body: { projectID, rooms } })
    toast({ kind: 'success', text: message })
    await revalidate()
    return undefined
  }
  const create = async () => {
    if (rooms.length > 0 && areOthersFine && !areTooMany)
      await form.submit('create', send, { other: 'Unable to create these rooms' })
  }

  return (
    <Form form={form} hasNotes aria-labelledby="pick-rooms" {...lostFocus} onSubmit={create}>
      <Card>
        <CardBody>
          <h2 id="pick-rooms">Pick Your Rooms</h2>
          <p className="muted mt-4">Check the rooms this home has. Rename them as you like.</p>
          <FormNotes form={form} />
          <ul className="cells gap-16 tight mt-12">
            {types.map((type) => {
              const names = namesOf(type)
              return (
                <li key={type.roomTypeID}>
                  <Checkbox
                    label={type.roomTypeName}
                    name={`type-${type.roomTypeID}`}
                    checked={names.length > 0}
                    onChange={(checked) => put(type, checked ? [''] : [])}
                  />
                  {names.length > 0 && (
                    <div className={classNames('grid gap-8', styles.names)}>
                      {names.map((name, at) => (
                        <div key={at} className={classNames('row gap-4', styles.name)}>
                          <TextField
                            ref={(input) => {
                              if (!input) return undefined
                              fields.current.set(input.name, input)
                              return () => void fields.current.delete(input.name)
                            }}
                            label={<span className="visually-hidden">Name of {suggestedName(type, at)}</span>}
                            name={nameOf(type, at)}
                            value={name}
                            placeholder={suggestedName(type, at)}
                            maxLength={LIMITS.roomName}
                            autoComplete="off"
                            onChange={(text) => put(type, names.with(at, text))}
                          />
                          {names.length > 1 && (
                            <IconButton
                              label={`Remove ${name.trim() || suggestedName(type, at)}`}
                              icon={<IconX />}
                              onClick={() => remove(type, names, at)}
                            />
                          )}
                        </div>
                      ))}
                      <div>
                        <Button
                          kind="quiet"
                          small
                          icon={<IconPlus />}
                          disabled={rooms.length >= NEW_ROOMS_AT_ONCE}
                          onClick={() => put(type, [...names, ''])}
                        >
                          Another {type.roomTypeName}
                        </Button>
                      </div>
                    </div>
                  )}
                </li>
              )
            })}
          </ul>
          {types.length > 0 && (
            <TextField
              label="Other Rooms"
              name="others"
              value={otherNames}
              autoComplete="off"
              hint={
                others.map(({ name, type }) => `${name}: ${type.roomTypeName}`).join(' · ') ||
                'Separate names with commas, such as Entry, Pantry, Attic. Each room gets a fitting type.'
              }
              error={
                areTooMany
                  ? `Create up to ${NEW_ROOMS_AT_ONCE} rooms at a time.`
                  : areOthersFine
                    ? undefined
                    : `Up to ${LIMITS.roomName} characters each`
              }
              onChange={(text) => form.put({ others: text === '' ? [] : [text] })}
            />
          )}
        </CardBody>
        <FormFooter sticky>
          <Button
            type="submit"
            kind="primary"
            busy={form.busy}
            disabled={rooms.length === 0 || !areOthersFine || areTooMany}
          >
            {rooms.length === 0 ? 'Create Rooms' : `Create ${counted(rooms.length, 'Room')}`}
          </Button>
        </FormFooter>
      </Card>
    </Form>
  )
}
